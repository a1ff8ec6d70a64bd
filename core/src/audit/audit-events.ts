import * as E from 'fp-ts/lib/Either.js'
import type { Position, Revision, StoredEvent, StreamName } from '../kernel/envelope.js'
import { type Rejection, unavailable } from '../kernel/rejection.js'
import type { EventStore, StreamReadOptions } from '../ports/event-store.js'
import type { Page, PageRequest, ReadModel } from '../ports/read-model.js'
import { type AuditEvent, auditEventOf, fieldBefore } from './audit-event.js'
import type { AuditEventFilter, AuditEventRow } from './audit-event-queries.js'

/** What audit events are read from: the read model, which locates them, and the history, which holds their data. */
export interface AuditEventSource {
  readonly events: EventStore
  readonly read: Pick<ReadModel, 'auditEvents'>
}

type Read<A> = Promise<E.Either<Rejection, A>>

/** How many events are read at a time on the way back to the previous value of a field. */
const STRIDE = 20

const eventsIn = async (
  events: EventStore,
  stream: StreamName,
  options: StreamReadOptions,
): Read<ReadonlyArray<StoredEvent>> => {
  const read = await events.readStream(stream, options)
  if (read.kind === 'Unavailable') return E.left(unavailable(read.reason))
  return E.right(read.kind === 'Read' ? read.events : [])
}

/** The last event before a revision that has a field. */
const lastWith = async (
  events: EventStore,
  stream: StreamName,
  revision: Revision,
  field: string,
): Read<StoredEvent | undefined> => {
  for (let from = revision - 1; from >= 0; from -= STRIDE) {
    const options = { from: from as Revision, direction: 'backwards', limit: STRIDE } as const
    const read = await eventsIn(events, stream, options)
    if (E.isLeft(read)) return read
    const found = read.right.find(({ data }) => (data as Readonly<Record<string, unknown>>)[field] !== undefined)
    if (found !== undefined) return E.right(found)
  }
  return E.right(undefined)
}

/** The events before one in its stream that its audit event needs: the first, and the last with the field that changed. */
const earlierOf = async (events: EventStore, event: StoredEvent): Read<ReadonlyArray<StoredEvent>> => {
  const { stream, revision } = event
  if (revision === 0) return E.right([])
  const first = await eventsIn(events, stream, { limit: 1 })
  const field = fieldBefore(event)
  if (E.isLeft(first) || field === undefined) return first
  const last = await lastWith(events, stream, revision, field)
  if (E.isLeft(last)) return last
  return E.right(last.right === undefined ? first.right : [...first.right, last.right])
}

const auditEventFor =
  (events: EventStore) =>
  async ({ stream, revision }: AuditEventRow): Read<AuditEvent | undefined> => {
    const read = await eventsIn(events, stream, { from: revision, limit: 1 })
    if (E.isLeft(read)) return read
    const [event] = read.right
    if (event === undefined) return E.right(undefined)
    const earlier = await earlierOf(events, event)
    return E.isLeft(earlier) ? earlier : E.right(auditEventOf(event, earlier.right))
  }

const auditEventsFor = async (
  events: EventStore,
  rows: ReadonlyArray<AuditEventRow>,
): Read<ReadonlyArray<AuditEvent>> => {
  const found: Array<AuditEvent> = []
  for (const one of await Promise.all(rows.map(auditEventFor(events)))) {
    if (E.isLeft(one)) return one
    if (one.right !== undefined) found.push(one.right)
  }
  return E.right(found)
}

/**
 * A page of audit events, newest first; only the events of the page are read from the history. Rejections: `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * const read = { auditEvents: { list: () => ({ rows: [], total: 0 }) } }
 * const found = await auditEventsIn({ events: fixedHistory([]), read }, {}, { page: 1, perPage: 20 })
 * assert.deepEqual(found.right.rows, [])
 */
export const auditEventsIn = async (
  { events, read }: AuditEventSource,
  filter: AuditEventFilter,
  request: PageRequest,
): Read<Page<AuditEvent>> => {
  const { rows, total } = read.auditEvents.list(filter, request)
  return E.map((shown: ReadonlyArray<AuditEvent>) => ({ rows: shown, total }))(await auditEventsFor(events, rows))
}

/** Audit events up to a limit, and whether there are older ones. */
export interface AuditEventsBefore {
  readonly rows: ReadonlyArray<AuditEvent>
  readonly more: boolean
}

/**
 * Audit events, newest first, before a position: new events do not move any from one page to another. Rejections: `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * const read = { auditEvents: { before: () => [] } }
 * const found = await auditEventsBefore({ events: fixedHistory([]), read }, {}, undefined, 20)
 * assert.deepEqual(found.right, { rows: [], more: false })
 */
export const auditEventsBefore = async (
  { events, read }: AuditEventSource,
  filter: AuditEventFilter,
  before: number | undefined,
  limit: number,
): Read<AuditEventsBefore> => {
  const rows = read.auditEvents.before(filter, before as Position | undefined, limit + 1)
  const found = await auditEventsFor(events, rows.slice(0, limit))
  return E.map((shown: ReadonlyArray<AuditEvent>) => ({ rows: shown, more: rows.length > limit }))(found)
}

/**
 * The audit event at one position; undefined where that event is not audited. Rejections: `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * const read = { auditEvents: { at: () => undefined } }
 * assert.equal((await auditEventAt({ events: fixedHistory([]), read }, 1)).right, undefined)
 */
export const auditEventAt = async (
  { events, read }: AuditEventSource,
  position: number,
): Read<AuditEvent | undefined> => {
  const row = read.auditEvents.at(position as Position)
  return row === undefined ? E.right(undefined) : auditEventFor(events)(row)
}
