import type { Position } from '@forgefold/core/kernel'
import type { CheckpointAnchor, Checkpoints } from '@forgefold/core/ports'
import type { Closable } from './closable.js'
import type { Sharing } from './connection.js'
import { type Migrations, openMigrated } from './migrations.js'

/** The column of the anchor is called `landmark` in every stored file. */
const CHECKPOINTS: Migrations = [
  'CREATE TABLE checkpoint (reactor TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  'ALTER TABLE checkpoint ADD COLUMN landmark TEXT',
]

interface CheckpointRow {
  readonly position: Position
  readonly landmark: string | null
}

/**
 * Checkpoints in a file of their own. A power failure may lose the last of them: reactors are idempotent.
 *
 * @example
 * import { mkdtempSync } from 'node:fs'
 * const checkpoints = openSqliteCheckpoints(`${mkdtempSync('checkpoints-')}/checkpoints.sqlite`)
 * assert.equal(await checkpoints.load('to-dos'), undefined)
 */
export const openSqliteCheckpoints = (path: string, sharing: Sharing = 'oneMachine'): Checkpoints & Closable => {
  const connection = openMigrated(path, { synchronous: 'NORMAL', sharing }, CHECKPOINTS)
  const load = connection.prepare<[string], CheckpointRow>(
    'SELECT position, landmark FROM checkpoint WHERE reactor = ?',
  )
  const save = connection.prepare<[string, Position, string | null]>(
    `INSERT INTO checkpoint VALUES (?, ?, ?) ON CONFLICT DO UPDATE
     SET position = excluded.position, landmark = excluded.landmark`,
  )
  return {
    load: async (reactor) => {
      const row = load.get(reactor)
      if (row === undefined) return undefined
      const { position, landmark } = row
      return { position, anchor: landmark === null ? undefined : (JSON.parse(landmark) as CheckpointAnchor) }
    },
    save: async (reactor, { position, anchor }) => {
      save.run(reactor, position, anchor === undefined ? null : JSON.stringify(anchor))
    },
    close: () => {
      connection.close()
    },
  }
}
