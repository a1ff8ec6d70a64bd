import {
  type BroadcastMessageQueries,
  type BroadcastMessageRow,
  broadcastMessage,
} from '@forgefold/core/domains/instance/broadcast-message'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

interface Stored {
  readonly id: number
  readonly fields: string
}

const rowOf = ({ id, fields }: Stored): BroadcastMessageRow => ({
  id,
  ...(JSON.parse(fields) as Omit<BroadcastMessageRow, 'id'>),
})

const queries = (db: Database): BroadcastMessageQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], Stored>('SELECT id, fields FROM broadcast_messages WHERE id = ?')
  return {
    byId: (id) => {
      const found = byId.get(id)
      return found === undefined ? undefined : rowOf(found)
    },
    list: (request) => {
      const wanted = { select: 'id, fields', from: 'broadcast_messages', where: [], orderBy: 'id ASC' }
      const found = lists.page<Stored>(wanted, request)
      return { rows: found.rows.map(rowOf), total: found.total }
    },
  }
}

/** Broadcast messages in the read model. */
export const broadcastMessages: Projection = {
  name: 'broadcast-messages',
  version: 1,
  schema: 'CREATE TABLE broadcast_messages (id INTEGER PRIMARY KEY, fields TEXT NOT NULL) STRICT;',
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare('INSERT INTO broadcast_messages (id, fields) VALUES (?, ?)')
    const change = db.prepare('UPDATE broadcast_messages SET fields = json_patch(fields, ?) WHERE id = ?')
    const remove = db.prepare('DELETE FROM broadcast_messages WHERE id = ?')
    return [
      handle(context, broadcastMessage, {
        BroadcastMessageCreated: (data, { stream }) => {
          insert.run(idOf(stream), JSON.stringify(data))
        },
        BroadcastMessageChanged: (data, { stream }) => {
          change.run(JSON.stringify(data), idOf(stream))
        },
        BroadcastMessageDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { broadcastMessages: queries },
}
