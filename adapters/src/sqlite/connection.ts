import { statSync } from 'node:fs'
import Database, { type Database as OpenDatabase, type Statement } from 'better-sqlite3'

export type Connection = OpenDatabase

/** Blocks the thread for some milliseconds, where another process holds a lock that SQLite's busy time-out does not cover. */
export const sleepSync = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

/** Whether SQLite refused because another connection writes. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')

const STORAGE_FAILURE = /^SQLITE_(?:BUSY|CANTOPEN|CORRUPT|FULL|IOERR|LOCKED|NOMEM|NOTADB|READONLY)/
const DAMAGE = /^SQLITE_(?:CORRUPT|NOTADB)/

/**
 * Whether SQLite failed because of the file or its disk, not because of the statement.
 *
 * @example
 * assert.equal(isStorageFailure(new Error('something else')), false)
 */
export const isStorageFailure = (error: unknown): boolean =>
  error instanceof Database.SqliteError && STORAGE_FAILURE.test(error.code)

/** A file that is no longer a valid SQLite database; the message names it. Told by its name: other files may come with a copy of this class. */
class DamagedFile extends Error {
  override readonly name = 'DamagedFile'

  constructor(path: string, cause: unknown) {
    super(`${path} is damaged (${cause instanceof Error ? cause.message : String(cause)})`, { cause })
  }
}

/**
 * Whether an error says that a file is damaged.
 *
 * @example
 * assert.equal(isDamage(new Error('something else')), false)
 */
export const isDamage = (error: unknown): boolean =>
  (error instanceof Error && error.name === 'DamagedFile') ||
  (error instanceof Database.SqliteError && DAMAGE.test(error.code))

const CANNOT_OPEN = 'SQLITE_CANTOPEN'

/** Whether a file could not be opened; of a folder that does not exist the binding says so with a `TypeError`. */
const isUnopened = (error: unknown): error is Error =>
  isStorageFailure(error) || (error instanceof TypeError && error.message.startsWith('Cannot open database'))

/** Names the file in an error of it or of its disk, because SQLite does not. */
export const namingFile = <A>(path: string, work: () => A): A => {
  try {
    return work()
  } catch (error) {
    if (isDamage(error)) throw new DamagedFile(path, error)
    if (!isUnopened(error) || error.message.includes(path)) throw error
    throw new Database.SqliteError(
      `${path}: ${error.message}`,
      error instanceof Database.SqliteError ? error.code : CANNOT_OPEN,
    )
  }
}

const BUSY_TRIES = 200

/** Retries for about two seconds while another process holds a lock. */
export const retryWhileBusy = <A>(work: () => A): A => {
  for (let tries = 1; ; tries++) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || tries === BUSY_TRIES) throw error
      sleepSync(10)
    }
  }
}

/**
 * Who may have the file open at a time. A write-ahead log needs memory that all of them share, so on a folder that several machines mount
 * a rollback journal is kept instead.
 */
export type Sharing = 'oneMachine' | 'severalMachines'

/** How long SQLite itself waits for a lock, in milliseconds; it blocks its thread meanwhile. */
const BUSY_MS = 2000

/** How a file is opened. */
export interface ConnectionOptions {
  /** Default: one machine. */
  readonly sharing?: Sharing
  /** `FULL` fsyncs each commit; `NORMAL` may lose the last commits on a power failure, never consistency. */
  readonly synchronous: 'FULL' | 'NORMAL'
}

/** The connection, prepared; closed again where that fails. */
export const closedOnFailure = <A extends Connection>(connection: A, prepare: (connection: A) => void): A => {
  try {
    prepare(connection)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

const WAL_LIMIT_BYTES = 64 * 1024 * 1024
const WAL_CHECKPOINT_PAGES = 4000

/** Opens a file for writing, in WAL mode. Throws `DamagedFile`, and errors that name the file. */
export const openForWriting = (path: string, options: ConnectionOptions): Connection =>
  namingFile(path, () => openWritable(path, options))

const openWritable = (path: string, options: ConnectionOptions): Connection => {
  const journal = options.sharing === 'severalMachines' ? 'DELETE' : 'WAL'
  return closedOnFailure(new Database(path, { timeout: BUSY_MS }), (connection) => {
    retryWhileBusy(() => connection.pragma(`journal_mode = ${journal}`))
    connection.pragma(`synchronous = ${options.synchronous}`)
    connection.pragma(`journal_size_limit = ${WAL_LIMIT_BYTES}`)
    connection.pragma(`wal_autocheckpoint = ${WAL_CHECKPOINT_PAGES}`)
  })
}

/**
 * A check that a path still leads to the file that it leads to now: it throws where that was removed or another one put in its place. SQLite
 * goes on writing to a file without a name, and everything written to it is lost when it is closed.
 */
export const sameFileCheck = (path: string): (() => void) => {
  const opened = statSync(path)
  return () => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) throw new Error(`${path} was removed while it was open`)
    if (found.ino !== opened.ino || found.dev !== opened.dev)
      throw new Error(`another file was put in the place of ${path} while it was open`)
  }
}

/** Opens an existing file for reading. */
export const openForReading = (path: string): Connection => {
  const connection = retryWhileBusy(() => new Database(path, { readonly: true, fileMustExist: true, timeout: 100 }))
  connection.pragma('mmap_size = 268435456')
  return connection
}

/** All rows of a raw query, even if its connection was closed meanwhile: then the file is reopened for this query only. */
export const allRows = <Parameters extends Array<unknown>, Row>(
  statement: Statement<Parameters, Row>,
  ...parameters: Parameters
): ReadonlyArray<Row> => {
  const { database, source } = statement
  if (database.open) return statement.all(...parameters)
  const again = openForReading(database.name)
  try {
    return again
      .prepare<Parameters, Row>(source)
      .raw()
      .all(...parameters)
  } finally {
    again.close()
  }
}
