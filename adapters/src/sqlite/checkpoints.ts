import type { Position } from '@forgefold/core/kernel'
import type { Checkpoints } from '@forgefold/core/ports'
import type { Closable } from './closable.js'
import { openForWriting } from './connection.js'
import { type Migrations, migrate } from './migrations.js'

const CHECKPOINTS: Migrations = [
  'CREATE TABLE checkpoint (reactor TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT, WITHOUT ROWID',
]

/** Checkpoints in a file of their own. A power failure may take the last of them back: reactors are safe to repeat. */
export const openSqliteCheckpoints = (path: string): Checkpoints & Closable => {
  const connection = openForWriting(path, { synchronous: 'NORMAL' })
  migrate(connection, CHECKPOINTS)
  const load = connection.prepare<[string], Position>('SELECT position FROM checkpoint WHERE reactor = ?').pluck()
  const save = connection.prepare<[string, Position]>(
    'INSERT INTO checkpoint VALUES (?, ?) ON CONFLICT DO UPDATE SET position = excluded.position',
  )
  return {
    load: async (reactor) => load.get(reactor),
    save: async (reactor, position) => {
      save.run(reactor, position)
    },
    close: () => {
      connection.close()
    },
  }
}
