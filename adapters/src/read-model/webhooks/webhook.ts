import {
  HEALTHY,
  type WebhookDetails,
  type WebhookQueries,
  type WebhookRow,
  webhook,
} from '@forgefold/core/domains/webhooks/webhook'
import { type Instant, idOf, type Position } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

interface Stored {
  readonly id: number
  readonly kind: WebhookRow['owner']['kind']
  readonly ownerId: number
  readonly details: string
  readonly health: string
  readonly createdAt: Instant
  readonly position: Position
}

const COLUMNS = `id, owner_kind AS kind, owner_id AS ownerId, details, health, created_at AS createdAt,
  created_position AS position`

const rowOf = ({ id, kind, ownerId, details, health, createdAt, position }: Stored): WebhookRow => ({
  ...(JSON.parse(details) as WebhookDetails),
  id,
  owner: { kind, id: ownerId },
  health: JSON.parse(health) as WebhookRow['health'],
  createdAt,
  createdPosition: position,
})

const queries = (db: Database): WebhookQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM webhooks WHERE id = ?`)
  const ofOwner = db.prepare<[string, number], Stored>(
    `SELECT ${COLUMNS} FROM webhooks WHERE owner_kind = ? AND owner_id = ? ORDER BY id`,
  )
  const ids = db.prepare<[], number>('SELECT id FROM webhooks ORDER BY id').pluck()
  return {
    byId: (id) => {
      const stored = byId.get(id)
      return stored === undefined ? undefined : rowOf(stored)
    },
    list: ({ kind, id }, request) => {
      const where = [{ sql: 'owner_kind = ? AND owner_id = ?', values: [kind, id] }]
      const found = lists.page<Stored>({ select: COLUMNS, from: 'webhooks', where, orderBy: 'id' }, request)
      return { rows: found.rows.map(rowOf), total: found.total }
    },
    ofOwner: ({ kind, id }) => ofOwner.all(kind, id).map(rowOf),
    ids: () => ids.all(),
  }
}

/** Webhooks in the read model. */
export const webhooks: Projection = {
  name: 'webhooks',
  version: 1,
  schema: `
    CREATE TABLE webhooks (
      id INTEGER PRIMARY KEY,
      owner_kind TEXT NOT NULL,
      owner_id INTEGER NOT NULL,
      details TEXT NOT NULL,
      health TEXT NOT NULL,
      created_at TEXT NOT NULL,
      created_position INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX webhooks_by_owner ON webhooks (owner_kind, owner_id, id);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare('INSERT INTO webhooks VALUES (?, ?, ?, ?, ?, ?, ?)')
    const detailsOf = db.prepare<[string], string>('SELECT details FROM webhooks WHERE id = ?').pluck()
    const setDetails = db.prepare('UPDATE webhooks SET details = ? WHERE id = ?')
    const setHealth = db.prepare('UPDATE webhooks SET health = ? WHERE id = ?')
    const remove = db.prepare('DELETE FROM webhooks WHERE id = ?')
    return [
      handle(context, webhook, {
        WebhookCreated: ({ owner, ...details }, { stream, position, metadata: { at } }) => {
          const id = idOf(stream)
          insert.run(id, owner.kind, owner.id, JSON.stringify(details), JSON.stringify(HEALTHY), at, position)
        },
        WebhookChanged: (changes, { stream }) => {
          const id = idOf(stream)
          const details = JSON.parse(detailsOf.get(id) ?? '{}') as object
          setDetails.run(JSON.stringify({ ...details, ...changes }), id)
        },
        WebhookHealthChanged: (health, { stream }) => {
          setHealth.run(JSON.stringify(health), idOf(stream))
        },
        WebhookReplayAsked: () => undefined,
        WebhookDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { webhooks: queries },
}
