import * as E from 'fp-ts/lib/Either.js'
import type { Position, StoredEvent } from '../kernel/envelope.js'
import { type Instant, instantOf, millisecondsOf } from '../kernel/instant.js'
import type { Rejection } from '../kernel/rejection.js'
import type { Page, PageRequest } from '../ports/read-model.js'
import { type AuditEvent, auditEventOf } from './audit-event.js'
import { AUDITED } from './audited-events.js'
import { eachEvent, eventsOfStream, type History } from './each-event.js'

/** Which audit events are wanted; what is left out narrows nothing. */
export interface AuditEventFilter {
  readonly entityType?: string | undefined
  readonly entityId?: number | undefined
  /** Inclusive, both. */
  readonly createdAfter?: Instant | undefined
  readonly createdBefore?: Instant | undefined
}

const CATEGORIES = Object.keys(AUDITED)
const TYPES = [...new Set(CATEGORIES.flatMap((category) => Object.keys(AUDITED[category] ?? {})))]

/** The moment just after one: what is before it is not later than the moment. */
const justAfter = (instant: Instant): Instant => instantOf(millisecondsOf(instant) + 1)

const auditEvent = async (
  history: History,
  event: StoredEvent,
): Promise<E.Either<Rejection, AuditEvent | undefined>> => {
  const earlier = event.revision === 0 ? E.right([]) : await eventsOfStream(history, event.stream, event.revision)
  return E.isLeft(earlier) ? earlier : E.right(auditEventOf(event, earlier.right))
}

type AuditEventVisitor = (event: AuditEvent) => 'stop' | undefined

/** Goes through the audit events of a history, newest first, from before a position. Rejections: `Unavailable`. */
const eachAuditEvent = async (
  history: History,
  { entityType, entityId, createdAfter, createdBefore }: AuditEventFilter,
  before: Position | undefined,
  visit: AuditEventVisitor,
): Promise<E.Either<Rejection, undefined>> => {
  let failure: Rejection | undefined
  const filter = {
    categories: CATEGORIES,
    types: TYPES,
    ...(createdAfter === undefined ? {} : { since: createdAfter }),
    ...(createdBefore === undefined ? {} : { until: justAfter(createdBefore) }),
  }
  const walked = await eachEvent(history, { direction: 'backwards', after: before, filter }, async (event) => {
    const told = await auditEvent(history, event)
    if (E.isLeft(told)) {
      failure = told.left
      return 'stop'
    }
    const found = told.right
    if (found === undefined || (entityType !== undefined && found.entity.type !== entityType)) return undefined
    return entityId !== undefined && found.entity.id !== entityId ? undefined : visit(found)
  })
  if (failure !== undefined) return E.left(failure)
  return E.isLeft(walked) ? walked : E.right(undefined)
}

/**
 * The audit events of a history, newest first. Rejections: `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * const found = await auditEventsIn({ events: fixedHistory([]) }, {}, { page: 1, perPage: 20 })
 * assert.deepEqual(found.right.rows, [])
 */
export const auditEventsIn = async (
  history: History,
  filter: AuditEventFilter,
  { page, perPage }: PageRequest,
): Promise<E.Either<Rejection, Page<AuditEvent>>> => {
  const rows: Array<AuditEvent> = []
  let total = 0
  const walked = await eachAuditEvent(history, filter, undefined, (event) => {
    total++
    if (total > (page - 1) * perPage && total <= page * perPage) rows.push(event)
    return undefined
  })
  return E.isLeft(walked) ? walked : E.right({ rows, total })
}

/** Audit events up to a limit, and whether there are older ones. */
export interface AuditEventsBefore {
  readonly rows: ReadonlyArray<AuditEvent>
  readonly more: boolean
}

/**
 * The audit events of a history, newest first, from before a position: what happens meanwhile moves none from one page to another.
 * Rejections: `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * const found = await auditEventsBefore({ events: fixedHistory([]) }, {}, undefined, 20)
 * assert.deepEqual(found.right, { rows: [], more: false })
 */
export const auditEventsBefore = async (
  history: History,
  filter: AuditEventFilter,
  before: number | undefined,
  limit: number,
): Promise<E.Either<Rejection, AuditEventsBefore>> => {
  const rows: Array<AuditEvent> = []
  let more = false
  const walked = await eachAuditEvent(history, filter, before as Position | undefined, (event) => {
    more = rows.length === limit
    if (!more) rows.push(event)
    return more ? 'stop' : undefined
  })
  return E.isLeft(walked) ? walked : E.right({ rows, more })
}

/**
 * The audit event of one position; undefined where that is none. Rejections: `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * assert.equal((await auditEventAt({ events: fixedHistory([]) }, 1)).right, undefined)
 */
export const auditEventAt = async (
  history: History,
  position: number,
): Promise<E.Either<Rejection, AuditEvent | undefined>> => {
  let found: StoredEvent | undefined
  const filter = { categories: CATEGORIES, types: TYPES }
  const walked = await eachEvent(history, { direction: 'backwards', filter }, (event) => {
    if (event.position === position) found = event
    return event.position <= position ? 'stop' : undefined
  })
  if (E.isLeft(walked)) return walked
  return found === undefined ? E.right(undefined) : auditEvent(history, found)
}
