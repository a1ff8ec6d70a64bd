import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  current,
  type EventOf,
  eventCatalogue,
  invalid,
  notFound,
  refuse,
} from '../../../kernel/index.js'
import { EMPTY_MAP, type PersistentMap, valueAt, withoutKey, withValue } from '../../../kernel/persistent-map.js'

const set = t.type({ tagId: safeInteger, tag: t.string, packageId: safeInteger })
const removed = t.type({ tagId: safeInteger, tag: t.string })

const distributionTagEvents = eventCatalogue({
  TagSet: current(set),
  TagRemoved: current(removed),
})

export type DistributionTagEvent = EventOf<typeof distributionTagEvents>

/** The version that a tag points to. */
export interface Pointer {
  readonly tagId: number
  readonly packageId: number
}

export interface DistributionTagState {
  readonly tags: PersistentMap<string, Pointer>
}

export type DistributionTagCommand =
  | {
      readonly type: 'Set'
      readonly tag: string
      readonly packageId: number
      /** The number of a new tag; a tag that moves keeps its own. */
      readonly tagId: number
    }
  | { readonly type: 'Remove'; readonly tag: string }

const TAG = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/
const VERSION_LIKE = /^v?\d+(\.\d+)*/

/** A tag is one word that is not a version. */
const isTagName = (tag: string): boolean => tag.length <= 255 && TAG.test(tag) && !VERSION_LIKE.test(tag)

/** The tags of one npm name in one project, each of which points to one version: moving a tag is one event. */
export const distributionTag: Aggregate<DistributionTagCommand, DistributionTagEvent, DistributionTagState> = {
  category: 'distribution_tag',
  stateVersion: 3,
  events: distributionTagEvents,
  initial: { tags: EMPTY_MAP },
  decide: (command) => (state) => {
    const pointer = valueAt(state.tags, command.tag)
    switch (command.type) {
      case 'Set': {
        if (!isTagName(command.tag)) return refuse(invalid({ tag: ['is invalid'] }))
        if (pointer?.packageId === command.packageId) return E.right([])
        const { tag, packageId } = command
        return E.right([{ type: 'TagSet', data: { tag, packageId, tagId: pointer?.tagId ?? command.tagId } }])
      }
      case 'Remove':
        return pointer === undefined
          ? refuse(notFound('Package Tag'))
          : E.right([{ type: 'TagRemoved', data: { tag: command.tag, tagId: pointer.tagId } }])
    }
  },
  evolve: ({ tags }, event) => {
    if (event.type === 'TagRemoved') return { tags: withoutKey(tags, event.data.tag) }
    const { tag, tagId, packageId } = event.data
    return { tags: withValue(tags, tag, { tagId, packageId }) }
  },
}
