import type { Position, StoredEvent, StreamName } from '@forgefold/core/kernel'
import type { EventFilter, EventStore } from '@forgefold/core/ports'
import { eventLogIn, whyUnreadable } from '../composition/data-folders.js'
import { openEventStore } from '../composition/event-store.js'
import type { Terminal } from './command.js'
import { type Flags, UsageError } from './flags.js'
import { placeOf } from './instance-flags.js'

const PAGE = 500

/** The event store did not answer. */
class StoreUnavailable extends Error {}

/** The events of a stream, oldest first; empty for an unknown stream. Throws `StoreUnavailable`. */
export async function* eventsOf(store: EventStore, stream: StreamName): AsyncGenerator<StoredEvent> {
  for (let from = 0; ; ) {
    const read = await store.readStream(stream, { from: from as StoredEvent['revision'], limit: PAGE })
    if (read.kind === 'Unavailable') throw new StoreUnavailable(read.reason)
    if (read.kind === 'StreamNotFound') return
    yield* read.events
    from += read.events.length
    if (read.events.length === 0 || from > read.head) return
  }
}

/** The matching events of the whole history, in order. Throws `StoreUnavailable`. */
export async function* eventsLike(store: EventStore, filter: EventFilter): AsyncGenerator<StoredEvent> {
  for (let after: Position | undefined; ; ) {
    const read = await store.readAll({ ...(after === undefined ? {} : { after }), filter, limit: PAGE })
    if (read.kind === 'Unavailable') throw new StoreUnavailable(read.reason)
    yield* read.events
    if (read.end || read.upTo === undefined) return
    after = read.upTo
  }
}

/** Throws `UsageError` where an event log cannot be read: the folder is a wrong one, and must not be created. */
export const refuseUnreadable = (log: string): void => {
  const why = whyUnreadable(log)
  if (why !== undefined) throw new UsageError(why)
}

/** The same for the event log of a data folder. */
export const refuseMissingLog = ({ eventStore, data = '' }: ReturnType<typeof placeOf>): void => {
  if (eventStore === 'sqlite') refuseUnreadable(eventLogIn(data))
}

/** Opens the history of the flags, also beside a running server, and closes it after the work; returns the exit code. Throws `UsageError`. */
export const withHistory = async (
  flags: Flags,
  terminal: Terminal,
  work: (store: EventStore) => Promise<number>,
): Promise<number> => {
  const place = placeOf(flags)
  if (place.eventStore === 'memory') throw new UsageError('an instance in memory leaves no history to be read')
  refuseMissingLog(place)
  const store = await openEventStore(place)
  try {
    return await work(store)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    terminal.tell(`the event store does not answer: ${error.message}`)
    return 1
  } finally {
    await store.close()
  }
}
