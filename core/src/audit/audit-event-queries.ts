import type { Position, Revision, StreamName } from '../kernel/envelope.js'
import type { Instant } from '../kernel/instant.js'
import type { Page, PageRequest } from '../ports/read-model.js'

/** Which audit events are wanted; omitted criteria do not restrict. */
export interface AuditEventFilter {
  readonly entityType?: string | undefined
  readonly entityId?: number | undefined
  /** Both inclusive. */
  readonly createdAfter?: Instant | undefined
  readonly createdBefore?: Instant | undefined
}

/** The location of an audit event in the history: its stream and revision. */
export interface AuditEventRow {
  readonly stream: StreamName
  readonly revision: Revision
}

/** The queries of audit events, newest first. */
export interface AuditEventQueries {
  readonly list: (filter: AuditEventFilter, page: PageRequest) => Page<AuditEventRow>
  /** Those before a position; from the newest on where it is undefined. */
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
