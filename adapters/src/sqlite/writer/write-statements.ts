import type { Statement } from 'better-sqlite3'
import type { Connection } from '../connection.js'

interface StreamRow {
  key: number
  category: number
  head: number
}

/** What the writer of the event log asks SQLite, prepared once. */
export interface WriteStatements {
  readonly dataVersion: Statement<unknown[], unknown>
  readonly begin: Statement
  readonly commit: Statement
  readonly rollback: Statement
  readonly findStream: Statement<[string], StreamRow>
  readonly addStream: Statement<[number, string]>
  readonly findCategory: Statement<[string], number>
  readonly addCategory: Statement<[string]>
  readonly findType: Statement<[string, number], number>
  readonly addType: Statement<[string, number]>
  readonly addEvent: Statement
  readonly hasEventAt: Statement<[number, number, string], number>
  readonly revisionOf: Statement<[number, string], number | null>
  readonly positionOf: Statement<[number, number], number>
}

export const prepareWrites = (connection: Connection): WriteStatements => ({
  dataVersion: connection.prepare('PRAGMA data_version').pluck(),
  begin: connection.prepare('BEGIN IMMEDIATE'),
  commit: connection.prepare('COMMIT'),
  rollback: connection.prepare('ROLLBACK'),
  findStream: connection.prepare<[string], StreamRow>(
    `SELECT key, category, ifnull((SELECT max(revision) FROM event WHERE stream = stream.key), -1) AS head
     FROM stream WHERE name = ?`,
  ),
  addStream: connection.prepare<[number, string]>('INSERT INTO stream (category, name) VALUES (?, ?)'),
  findCategory: connection.prepare<[string], number>('SELECT key FROM category WHERE name = ?').pluck(),
  addCategory: connection.prepare<[string]>('INSERT INTO category (name) VALUES (?)'),
  findType: connection
    .prepare<[string, number], number>('SELECT key FROM event_type WHERE name = ? AND version = ?')
    .pluck(),
  addType: connection.prepare<[string, number]>('INSERT INTO event_type (name, version) VALUES (?, ?)'),
  addEvent: connection.prepare(
    `INSERT INTO event (stream, revision, category, type, at, id, data, metadata)
     VALUES (?, ?, ?, ?, ?, unhex(?, '-'), ?, ?)`,
  ),
  hasEventAt: connection
    .prepare<[number, number, string], number>(
      `SELECT 1 FROM event WHERE stream = ? AND revision = ? AND id = unhex(?, '-')`,
    )
    .pluck(),
  revisionOf: connection
    .prepare<[number, string], number | null>(`SELECT max(revision) FROM event WHERE stream = ? AND id = unhex(?, '-')`)
    .pluck(),
  positionOf: connection
    .prepare<[number, number], number>('SELECT position FROM event WHERE stream = ? AND revision = ?')
    .pluck(),
})
