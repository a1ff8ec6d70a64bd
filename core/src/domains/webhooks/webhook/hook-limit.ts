import type { Forge } from '../../../app/forge.js'
import type { Revision, StoredEvent } from '../../../kernel/index.js'
import { pushOf, refUpdateIn } from '../../projects/repository/push-of.js'
import { refChange } from '../../projects/repository/refs.js'
import { isSamePush } from './push-lookup.js'

/** The events around one that are read first: a push of more refs reads on. */
const FIRST_WINDOW = 16

/** What a push does to a ref: it makes, moves or deletes a branch or a tag; with the push. Undefined for other events. */
const changeOf = (event: StoredEvent): string | undefined => {
  const update = refUpdateIn(event)
  if (update === undefined) return undefined
  const { refType, action } = refChange(update)
  return `${refType} ${action} ${pushOf(event, update)}`
}

interface Around {
  /** The events of the same push, as far as they were read. */
  readonly push: ReadonlyArray<StoredEvent>
  /** Whether the push has no others. */
  readonly whole: boolean
}

/** The part of a push that lies up to this many events before and after one of its events. */
const around = async ({ events }: Forge, event: StoredEvent, reach: number): Promise<Around> => {
  const from = Math.max(event.revision - reach, 0)
  const limit = event.revision - from + reach + 1
  const read = await events.readStream(event.stream, { from: from as Revision, limit })
  if (read.kind === 'Unavailable') throw new Error(read.reason)
  const all = read.kind === 'Read' ? read.events : []
  const at = all.findIndex(({ id }) => id === event.id)
  const before = all.slice(0, Math.max(at, 0)).findLastIndex((other) => !isSamePush(other, event))
  const after = all.findIndex((other, index) => index > at && !isSamePush(other, event))
  return {
    push: all.slice(before + 1, after === -1 ? undefined : after),
    whole: (before !== -1 || from === 0) && (after !== -1 || all.length < limit),
  }
}

/**
 * Tells of an update of a ref whether hooks hear of none of its kind: its push made, moved or deleted more branches, or more tags, than the
 * settings permit. The verdict on the last push is kept.
 */
export const makeHookLimit = (forge: Forge): ((event: StoredEvent) => Promise<boolean>) => {
  let last: { readonly key: string; readonly exceeds: boolean } | undefined
  const exceeds = async (event: StoredEvent, change: string, limit: number): Promise<boolean> => {
    for (let reach = FIRST_WINDOW; ; reach *= 4) {
      const { push, whole } = await around(forge, event, reach)
      if (push.filter((each) => changeOf(each) === change).length > limit) return true
      if (whole) return false
    }
  }
  return async (event) => {
    const change = changeOf(event)
    if (change === undefined) return false
    const limit = forge.settings.current().push_event_hooks_limit
    const key = [event.stream, change, limit].join(' ')
    if (last?.key !== key) last = { key, exceeds: await exceeds(event, change, limit) }
    return last.exceeds
  }
}
