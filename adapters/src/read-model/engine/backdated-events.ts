import { claimedTime } from '@forgefold/core/domains/issuable'
import type { DomainEvent, Instant, StoredEvent } from '@forgefold/core/kernel'
import type { HandlerTable } from './projection.js'

type Handler = (data: object, event: StoredEvent) => void

/** Field by field: a store reads some of them only when they are asked for. */
const movedTo = (at: Instant, event: StoredEvent): StoredEvent => {
  const { id, type, version, data, metadata, stream, revision, position } = event
  return { id, type, version, data, metadata: { ...metadata, at }, stream, revision, position }
}

/** The same handlers, which see an event at the time that is claimed for it; when it was recorded stays as it is in the history. */
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
