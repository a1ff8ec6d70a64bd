import { rmSync } from 'node:fs'
import type { Revision, StreamName } from '@forgefold/core/kernel'
import type { Snapshots } from '@forgefold/core/ports'
import type { Closable } from './closable.js'
import { type Migrations, openMigrated } from './migrations.js'

const SNAPSHOTS: Migrations = [
  `CREATE TABLE snapshot (
     stream TEXT PRIMARY KEY, state_version INTEGER NOT NULL, revision INTEGER NOT NULL, state TEXT NOT NULL
   ) STRICT`,
]

interface SnapshotRow {
  readonly state_version: number
  readonly revision: number
  readonly state: string
}

/**
 * Deletes the snapshots; they are taken again when needed.
 *
 * @example
 * import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
 * const file = `${mkdtempSync('snapshots-')}/snapshots.sqlite`
 * writeFileSync(file, '')
 * removeSnapshots(file)
 * assert.equal(existsSync(file), false)
 */
export const removeSnapshots = (path: string): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}

/**
 * Snapshots in a file of their own, which may be deleted at any time.
 *
 * @example
 * import { mkdtempSync } from 'node:fs'
 * const snapshots = openSqliteSnapshots(`${mkdtempSync('snapshots-')}/snapshots.sqlite`)
 * assert.equal(await snapshots.load('label-1'), undefined)
 */
export const openSqliteSnapshots = (path: string): Snapshots & Closable => {
  const connection = openMigrated(path, { synchronous: 'NORMAL' }, SNAPSHOTS)
  const load = connection.prepare<[string], SnapshotRow>(
    'SELECT state_version, revision, state FROM snapshot WHERE stream = ?',
  )
  const save = connection.prepare<[string, number, number, string]>(
    `INSERT INTO snapshot VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
     SET state_version = excluded.state_version, revision = excluded.revision, state = excluded.state`,
  )
  return {
    load: async (stream: StreamName) => {
      const row = load.get(stream)
      if (row === undefined) return undefined
      return { stateVersion: row.state_version, revision: row.revision as Revision, state: JSON.parse(row.state) }
    },
    save: async (stream, { stateVersion, revision, state }) => {
      save.run(stream, stateVersion, revision, JSON.stringify(state))
    },
    close: () => {
      connection.close()
    },
  }
}
