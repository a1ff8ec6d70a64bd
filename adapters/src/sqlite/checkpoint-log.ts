import type { Instant } from '@forgefold/core/kernel'
import type { CheckpointLog, LoggedCheckpoint } from '@forgefold/core/ports'
import { type Connection, openForReading, retryWhileBusy } from './connection.js'
import { type Migrations, openMigrated } from './migrations.js'

const LOG: Migrations = [
  `CREATE TABLE checkpoint (number INTEGER PRIMARY KEY, size INTEGER NOT NULL, note TEXT NOT NULL) STRICT;
   CREATE TABLE witness (url TEXT PRIMARY KEY, at TEXT NOT NULL, cosigned INTEGER, failure TEXT) STRICT`,
]

interface WitnessRow {
  readonly url: string
  readonly at: string
  readonly cosigned: number | null
  readonly failure: string | null
}

/** Statements for reading, which also work on a read-only file. */
const readingOn = (connection: Connection): Pick<CheckpointLog, 'newest' | 'after' | 'reports' | 'close'> => {
  const newest = connection.prepare<[], LoggedCheckpoint>(
    'SELECT number, size, note FROM checkpoint ORDER BY number DESC LIMIT 1',
  )
  const after = connection.prepare<[number, number], LoggedCheckpoint>(
    'SELECT number, size, note FROM checkpoint WHERE number > ? ORDER BY number LIMIT ?',
  )
  const reports = connection.prepare<[], WitnessRow>('SELECT url, at, cosigned, failure FROM witness ORDER BY url')
  return {
    newest: () => newest.get(),
    after: (number, limit) => after.all(number, limit),
    reports: () =>
      reports.all().map(({ url, at, cosigned, failure }) => ({
        url,
        at: at as Instant,
        cosigned: cosigned ?? undefined,
        failure: failure ?? undefined,
      })),
    close: () => {
      connection.close()
    },
  }
}

/**
 * The log of checkpoints in a file of its own.
 *
 * @example
 * import { mkdtempSync } from 'node:fs'
 * const log = openSqliteCheckpointLog(`${mkdtempSync('log-')}/checkpoints.sqlite`)
 * assert.equal(await log.newest(), undefined)
 */
export const openSqliteCheckpointLog = (path: string): CheckpointLog => {
  const connection = openMigrated(path, { synchronous: 'FULL' }, LOG)
  const append = connection.prepare<[number, string], LoggedCheckpoint>(
    'INSERT INTO checkpoint (size, note) VALUES (?, ?) RETURNING number, size, note',
  )
  const cosign = connection.prepare<[string, number, string]>(
    `UPDATE checkpoint SET note = note || ? WHERE number = ? AND instr(note, ?) = 0`,
  )
  const cosignAll = connection.transaction((number: number, lines: ReadonlyArray<string>): void => {
    for (const line of lines) cosign.run(`${line}\n`, number, `${line}\n`)
  })
  const report = connection.prepare<[string, string, number | null, string | null]>(
    `INSERT INTO witness VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET at = excluded.at, cosigned = excluded.cosigned, failure = excluded.failure`,
  )
  return {
    ...readingOn(connection),
    append: (size, note) => retryWhileBusy(() => append.get(size, note) as LoggedCheckpoint),
    cosign: (number, lines) => retryWhileBusy(() => cosignAll.immediate(number, lines)),
    report: ({ url, at, cosigned, failure }) => {
      retryWhileBusy(() => report.run(url, at, cosigned ?? null, failure ?? null))
    },
  }
}

/**
 * The log of checkpoints of a server, read-only. Throws if there is no such file.
 *
 * @example
 * assert.throws(() => readSqliteCheckpointLog('/no/such/file.sqlite'))
 */
export const readSqliteCheckpointLog = (path: string): Pick<CheckpointLog, 'newest' | 'after' | 'reports' | 'close'> =>
  readingOn(openForReading(path))
