import * as E from 'fp-ts/lib/Either.js'
import type { StoredEvent } from '../kernel/envelope.js'
import { type Checkpoint, type CheckpointAnchor, checkpointAnchorOf } from '../ports/checkpoints.js'
import { eventAt, lastEvent } from '../ports/event-look-up.js'
import type { EventStore } from '../ports/event-store.js'
import type { Pause } from './periodic.js'
import { retried, UNTIL_ANSWERED } from './retry.js'

/**
 * Whether a checkpoint was taken from this store: the store must have its anchor event under the same id at the same position.
 *
 * It is false for another store, for a copy with positions of its own, and for a history that was restored to an older state. Where the store
 * is unavailable it is asked again until it answers; `stopped` ends the waiting with true.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * const anchor = { stream: 'label-1', revision: 0, id: '01900000-0000-7000-8000-000000000000', position: 1 }
 * assert.equal(await isCheckpointOfStore({ position: 1, anchor }, makeMemoryEventStore(), pause), false)
 */
export const isCheckpointOfStore = async (
  checkpoint: Checkpoint,
  store: EventStore,
  pause: Pause,
  stopped: () => boolean = () => false,
): Promise<boolean> => {
  const { anchor } = checkpoint
  const isThere = await retried(UNTIL_ANSWERED, pause, async () => {
    if (stopped()) return true
    // No event but the store's own records had been seen: everything appended since must have a later position.
    if (anchor === undefined) {
      const found = await store.readAll({ limit: 1 })
      if (found.kind === 'Unavailable') return undefined
      return found.events[0] === undefined || found.events[0].position > checkpoint.position
    }
    const found = await eventAt(store, anchor.stream, anchor.revision)
    if (E.isLeft(found)) return undefined
    return found.right?.id === anchor.id && found.right.position === anchor.position
  })
  return isThere ?? true
}

/**
 * The anchor of a checkpoint after some events: the last of them, or else the last event of the store; undefined where the store is empty or
 * unavailable.
 *
 * @example
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * assert.equal(await anchorFor([], makeMemoryEventStore()), undefined)
 */
export const anchorFor = async (
  events: ReadonlyArray<StoredEvent>,
  store: EventStore,
): Promise<CheckpointAnchor | undefined> => {
  const own = events.at(-1)
  if (own !== undefined) return checkpointAnchorOf(own)
  const last = await lastEvent(store)
  return E.isLeft(last) || last.right === undefined ? undefined : checkpointAnchorOf(last.right)
}
