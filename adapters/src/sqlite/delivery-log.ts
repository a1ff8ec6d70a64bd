import { secondsAfter } from '@forgefold/core/kernel'
import type { Delivery, DeliveryLog, LoggedDelivery } from '@forgefold/core/ports'
import type { Closable } from './closable.js'
import type { Sharing } from './connection.js'
import { type Migrations, openMigrated } from './migrations.js'

const DELIVERIES: Migrations = [
  `CREATE TABLE delivery (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     webhook INTEGER NOT NULL,
     status INTEGER NOT NULL,
     at TEXT NOT NULL,
     document TEXT NOT NULL
   ) STRICT;
   CREATE INDEX delivery_by_webhook ON delivery (webhook, id);
   CREATE INDEX delivery_by_time ON delivery (at)`,
]

/** A missing answer counts as a server error. */
const NO_ANSWER = 500
const KEPT_SECONDS = 7 * 24 * 3600

interface Stored {
  readonly id: number
  readonly document: string
}

const deliveryOf = ({ id, document }: Stored): LoggedDelivery => ({ ...(JSON.parse(document) as Delivery), id })

const openLog = (path: string, sharing: Sharing): DeliveryLog & Closable => {
  const connection = openMigrated(path, { synchronous: 'NORMAL', sharing }, DELIVERIES)
  const insert = connection.prepare('INSERT INTO delivery (webhook, status, at, document) VALUES (?, ?, ?, ?)')
  const forget = connection.prepare('DELETE FROM delivery WHERE at < ?')
  const WANTED = `webhook = ? AND (? IS NULL OR EXISTS (SELECT 1 FROM json_each(?) r
    WHERE delivery.status BETWEEN r.value ->> 0 AND r.value ->> 1))`
  type Wanted = [number, string | null, string | null]
  const count = connection.prepare<Wanted, number>(`SELECT count(*) FROM delivery WHERE ${WANTED}`).pluck()
  const list = connection.prepare<[...Wanted, number, number], Stored>(
    `SELECT id, document FROM delivery WHERE ${WANTED} ORDER BY id DESC LIMIT ? OFFSET ?`,
  )
  const find = connection.prepare<[number, number], Stored>(
    'SELECT id, document FROM delivery WHERE webhook = ? AND id = ?',
  )
  return {
    add: async (delivery) => {
      forget.run(secondsAfter(delivery.at, -KEPT_SECONDS))
      insert.run(delivery.webhookId, delivery.status ?? NO_ANSWER, delivery.at, JSON.stringify(delivery))
    },
    list: async (webhookId, { statuses }, { page, perPage }) => {
      const ranges = statuses === undefined ? null : JSON.stringify(statuses)
      const rows = list.all(webhookId, ranges, ranges, perPage, (page - 1) * perPage).map(deliveryOf)
      return { rows, total: count.get(webhookId, ranges, ranges) ?? 0 }
    },
    find: async (webhookId, id) => {
      const stored = find.get(webhookId, id)
      return stored === undefined ? undefined : deliveryOf(stored)
    },
    close: () => {
      connection.close()
    },
  }
}

/** Opened at the first use: most in-memory forges end without a delivery. */
const openLogWhenAsked = (): DeliveryLog & Closable => {
  let opened: (DeliveryLog & Closable) | undefined
  const log = (): DeliveryLog => {
    opened ??= openLog(':memory:', 'oneMachine')
    return opened
  }
  return {
    add: async (delivery) => log().add(delivery),
    list: async (...asked) => log().list(...asked),
    find: async (...asked) => log().find(...asked),
    close: () => opened?.close(),
  }
}

/**
 * The log of webhook deliveries in a file of its own; without a path in memory.
 *
 * @example
 * const log = openSqliteDeliveryLog()
 * log.close()
 * assert.ok(log)
 */
export const openSqliteDeliveryLog = (path?: string, sharing: Sharing = 'oneMachine'): DeliveryLog & Closable =>
  path === undefined ? openLogWhenAsked() : openLog(path, sharing)
