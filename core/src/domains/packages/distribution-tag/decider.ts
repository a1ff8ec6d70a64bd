import * as E from 'fp-ts/lib/Either.js'
import { type Aggregate, invalid, notFound, refuse } from '../../../kernel/index.js'
import type { DistributionTagCommand } from './commands.js'
import { type DistributionTagEvent, distributionTagEvents } from './events.js'
import type { DistributionTagState } from './state.js'

const TAG = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/
const VERSION_LIKE = /^v?\d+(\.\d+)*/

/** A tag is one word that nobody could take for a version. */
export const isTagName = (tag: string): boolean => tag.length <= 255 && TAG.test(tag) && !VERSION_LIKE.test(tag)

/** The tags of one name in one project: each points to one version, so that a move is one event. */
export const distributionTag: Aggregate<DistributionTagCommand, DistributionTagEvent, DistributionTagState> = {
  category: 'distribution_tag',
  stateVersion: 1,
  events: distributionTagEvents,
  initial: { tags: new Map() },
  decide: (command) => (state) => {
    const pointer = state.tags.get(command.tag)
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
    const next = new Map(tags)
    if (event.type === 'TagSet') next.set(event.data.tag, { tagId: event.data.tagId, packageId: event.data.packageId })
    else next.delete(event.data.tag)
    return { tags: next }
  },
}
