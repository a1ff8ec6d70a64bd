import { claimedTime } from '@forgefold/core/domains/issuable'
import type { DomainEvent, Instant, StoredEvent } from '@forgefold/core/kernel'
import type { HandlerTable } from './projection.js'

type Handler = (data: object, event: StoredEvent) => void

/** Copied by field, because a store parses some fields only when they are accessed. */
const movedTo = (at: Instant, event: StoredEvent): StoredEvent => {
  const { id, type, version, data, metadata, stream, revision, position } = event
  return { id, type, version, data, metadata: { ...metadata, at }, stream, revision, position }
}

/** The same handlers, which see an event at the time claimed for it; the recorded time in the history is unchanged. */
export const withBackdatedEvents = <Event extends DomainEvent>(table: HandlerTable<Event>): HandlerTable<Event> =>
  Object.fromEntries(
    (Object.entries(table) as ReadonlyArray<[string, Handler]>).map(([type, handler]): [string, Handler] => [
      type,
      (data, event) => {
        const at = claimedTime(data)
        handler(data, at === undefined ? event : movedTo(at, event))
      },
    ]),
  ) as HandlerTable<Event>
