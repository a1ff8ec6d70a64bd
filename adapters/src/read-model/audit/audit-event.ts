import {
  AUDITED,
  type AuditEventFilter,
  type AuditEventQueries,
  type AuditEventRow,
  type AuditedEntity,
  auditedEntityOf,
  entityOfFirst,
} from '@forgefold/core/audit'
import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { type Condition, Lists } from '../engine/paging.js'
import type { Apply, Projection } from '../engine/projection.js'

const COLUMNS = 'stream, revision'

const conditionsOf = (filter: AuditEventFilter): ReadonlyArray<Condition> =>
  (
    [
      ['entity_type = ?', filter.entityType],
      ['entity_id = ?', filter.entityId],
      ['at >= ?', filter.createdAfter],
      ['at <= ?', filter.createdBefore],
    ] as const
  ).flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, values: [value] }]))

const queries = (db: Database): AuditEventQueries => {
  const lists = new Lists(db)
  const at = db.prepare<[number], AuditEventRow>(`SELECT ${COLUMNS} FROM audit_events WHERE position = ?`)
  const from = 'audit_events'
  return {
    list: (filter, page) =>
      lists.page<AuditEventRow>({ select: COLUMNS, from, where: conditionsOf(filter), orderBy: 'position DESC' }, page),
    before: (filter, position, limit) => {
      const older = position === undefined ? [] : [{ sql: 'position < ?', values: [position] }]
      const where = [...conditionsOf(filter), ...older]
      return lists.first<AuditEventRow>({ select: COLUMNS, from, where, orderBy: 'position DESC' }, limit)
    },
    at: (position) => at.get(position),
  }
}

/** Categories whose first event is not an audit event; their owner is read from their own rows. */
const OWNERS = {
  deployment: ['Project', 'SELECT project_id FROM deployments WHERE id = ?'],
  pipeline: ['Project', 'SELECT project_id FROM pipelines WHERE id = ?'],
  session: ['User', 'SELECT user_id FROM sessions WHERE digest = ?'],
} as const

const isOwned = (category: string): category is keyof typeof OWNERS => category in OWNERS

/** Finds the owner of later events of a stream: that of its first event, or of its row. */
const entityFinder = (db: Database, category: string) => {
  if (isOwned(category)) {
    const [type, sql] = OWNERS[category]
    const owner = db.prepare<[string], number>(sql).pluck()
    return ({ stream }: StoredEvent): AuditedEntity | undefined => {
      const id = owner.get(idOf(stream))
      return id === undefined ? undefined : { type, id }
    }
  }
  const first = db.prepare<[string], AuditedEntity>(
    'SELECT entity_type AS type, entity_id AS id FROM audit_events WHERE stream = ? ORDER BY revision LIMIT 1',
  )
  return ({ stream }: StoredEvent): AuditedEntity | undefined => first.get(stream)
}

const writer = (db: Database, category: string): Apply => {
  const ofStream = entityFinder(db, category)
  const insert = db.prepare(
    'INSERT INTO audit_events (position, stream, revision, at, entity_type, entity_id) VALUES (?, ?, ?, ?, ?, ?)',
  )
  return (event) => {
    const { position, stream, revision, metadata } = event
    const entity = auditedEntityOf(event, () => (revision === 0 ? entityOfFirst(event) : ofStream(event)))
    if (entity === undefined || !Number.isSafeInteger(entity.id)) return
    insert.run(position, stream, revision, metadata.at, entity.type, entity.id)
  }
}

/** Audit events in the read model: their positions, and what they belong to. This projection comes before the rows that record ownership. */
export const auditEvents: Projection = {
  name: 'audit-events',
  version: 1,
  schema: `
    CREATE TABLE audit_events (
      position INTEGER PRIMARY KEY,
      stream TEXT NOT NULL,
      revision INTEGER NOT NULL,
      at TEXT NOT NULL,
      entity_type TEXT NOT NULL,
      entity_id INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX audit_events_by_entity ON audit_events (entity_type, entity_id, position);
    CREATE INDEX audit_events_by_stream ON audit_events (stream, revision);
    CREATE INDEX audit_events_by_time ON audit_events (at);
  `,
  handlers: ({ db }) =>
    Object.entries(AUDITED).map(([category, types]) => {
      const apply = writer(db, category)
      return { category, byType: new Map(Object.keys(types).map((type) => [type, apply])) }
    }),
  queries: { auditEvents: queries },
}
