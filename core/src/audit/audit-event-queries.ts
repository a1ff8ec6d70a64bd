import type { Position, Revision, StreamName } from '../kernel/envelope.js'
import type { Instant } from '../kernel/instant.js'
import type { Page, PageRequest } from '../ports/read-model.js'

/** Which audit events are wanted; what is left out narrows nothing. */
export interface AuditEventFilter {
  readonly entityType?: string | undefined
  readonly entityId?: number | undefined
  /** Inclusive, both. */
  readonly createdAfter?: Instant | undefined
  readonly createdBefore?: Instant | undefined
}

/** Where an audit event stands in the history: its stream, and its place there. */
export interface AuditEventRow {
  readonly stream: StreamName
  readonly revision: Revision
}

/** What can be asked of audit events, newest first. */
export interface AuditEventQueries {
  readonly list: (filter: AuditEventFilter, page: PageRequest) => Page<AuditEventRow>
  /** Those from before a position; from the newest on where it is undefined. */
  readonly before: (
    filter: AuditEventFilter,
    position: Position | undefined,
    limit: number,
  ) => ReadonlyArray<AuditEventRow>
  readonly at: (position: Position) => AuditEventRow | undefined
}

declare module '../ports/read-model.js' {
  interface ReadModel {
    readonly auditEvents: AuditEventQueries
  }
}
