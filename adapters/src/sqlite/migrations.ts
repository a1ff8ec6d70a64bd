import {
  type Connection,
  type ConnectionOptions,
  closedOnFailure,
  namingFile,
  openForWriting,
  retryWhileBusy,
} from './connection.js'

/** The steps from an empty file to the newest schema; a released step is never changed. */
export type Migrations = ReadonlyArray<string>

/** The file was written by a newer Forgefold. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema'
  constructor(found: number, known: number) {
    super(`the file has schema version ${found}, this program knows versions up to ${known}`)
  }
}

const versionOf = (connection: Connection): number =>
  (connection.prepare('SELECT max(version) FROM schema_version').pluck().get() as number | null) ?? 0

/** Whether a file has the newest schema. */
export const isNewest = (connection: Connection, migrations: Migrations): boolean => {
  const tables = connection.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'schema_version'").pluck()
  return tables.get() === 1 && versionOf(connection) === migrations.length
}

/** In one transaction; safe if several processes start at once. */
const migrate = (connection: Connection, migrations: Migrations): void => {
  const apply = connection.transaction(() => {
    connection.exec(
      'CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL) STRICT',
    )
    const from = versionOf(connection)
    if (from > migrations.length) throw new NewerSchema(from, migrations.length)
    const note = connection.prepare("INSERT INTO schema_version VALUES (?, strftime('%Y-%m-%dT%H:%M:%fZ'))")
    for (const [index, step] of migrations.entries()) {
      if (index < from) continue
      connection.exec(step)
      note.run(index + 1)
    }
  })
  retryWhileBusy(() => apply.immediate())
}

/** Opens a file for writing, created if there is none, with the newest schema. Throws errors that name the file, and `NewerSchema`. */
export const openMigrated = (path: string, options: ConnectionOptions, migrations: Migrations): Connection =>
  namingFile(path, () =>
    closedOnFailure(openForWriting(path, options), (connection) => {
      migrate(connection, migrations)
    }),
  )
