import * as E from 'fp-ts/lib/Either.js'
import type { Revision, StoredEvent, StreamName } from '../kernel/envelope.js'
import { type Unavailable, unavailable } from '../kernel/rejection.js'
import type { EventStore, StreamRead } from './event-store.js'
import type { ReadModel } from './read-model.js'

/** One event of a store; undefined where there is none. */
export type EventLookupResult = E.Either<Unavailable, StoredEvent | undefined>

/**
 * The last event of the whole history. Rejections: `Unavailable`.
 *
 * @example
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * assert.equal((await lastEvent(makeMemoryEventStore())).right, undefined)
 */
export const lastEvent = async (store: Pick<EventStore, 'readAll'>): Promise<EventLookupResult> => {
  const read = await store.readAll({ direction: 'backwards', limit: 1 })
  return read.kind === 'Read' ? E.right(read.events[0]) : E.left(unavailable(read.reason))
}

type Streams = Pick<EventStore, 'readStream'>

const firstOf = (read: StreamRead): EventLookupResult =>
  read.kind === 'Unavailable'
    ? E.left(unavailable(read.reason))
    : E.right(read.kind === 'Read' ? read.events[0] : undefined)

/**
 * The last event of a stream. Rejections: `Unavailable`.
 *
 * @example
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * assert.equal((await lastEventOf(makeMemoryEventStore(), 'label-1')).right, undefined)
 */
export const lastEventOf = async (store: Streams, stream: StreamName): Promise<EventLookupResult> =>
  firstOf(await store.readStream(stream, { direction: 'backwards', limit: 1 }))

/**
 * The first event of a stream. Rejections: `Unavailable`.
 *
 * @example
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * assert.equal((await firstEventOf(makeMemoryEventStore(), 'label-1')).right, undefined)
 */
export const firstEventOf = async (store: Streams, stream: StreamName): Promise<EventLookupResult> =>
  firstOf(await store.readStream(stream, { limit: 1 }))

/**
 * The event of a stream at a revision. Rejections: `Unavailable`.
 *
 * @example
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * assert.equal((await eventAt(makeMemoryEventStore(), 'label-1', 0)).right, undefined)
 */
export const eventAt = async (store: Streams, stream: StreamName, revision: Revision): Promise<EventLookupResult> =>
  firstOf(await store.readStream(stream, { from: revision, limit: 1 }))

/**
 * Waits until the read model shows everything that any server has written so far; false where that takes too long or the store is unavailable.
 *
 * @example
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * const read = { reached: async () => true }
 * assert.equal(await readModelCaughtUp({ events: makeMemoryEventStore(), read }), true)
 */
export const readModelCaughtUp = async (forge: {
  readonly events: Pick<EventStore, 'readAll'>
  readonly read: Pick<ReadModel, 'reached'>
}): Promise<boolean> => {
  const last = await lastEvent(forge.events)
  return E.isRight(last) && (last.right === undefined || forge.read.reached(last.right.position))
}
