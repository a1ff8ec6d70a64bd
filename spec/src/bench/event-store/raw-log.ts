import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import Database from 'better-sqlite3'

/** A folder that goes away with the benchmark. */
export const scratch = (): { readonly path: (name: string) => string; readonly remove: () => Promise<void> } => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-bench-'))
  return { path: (name) => join(folder, name), remove: () => rm(folder, { recursive: true }) }
}

/** An event log with the product's own schema, written by hand: no checks, no events, rows made beforehand. */
export const openRawLog = async (path: string): Promise<Database.Database> => {
  await openSqliteEventStore({ path }).close()
  const log = new Database(path)
  log.pragma('journal_mode = WAL')
  log.pragma('synchronous = FULL')
  log.pragma('wal_autocheckpoint = 4000')
  return log
}

export type RawRow = readonly [
  stream: number,
  revision: number,
  category: number,
  type: number,
  at: number,
  id: Buffer,
  data: string,
  metadata: string,
]

export const INSERT_ROW =
  'INSERT INTO event (stream, revision, category, type, at, id, data, metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?)'
