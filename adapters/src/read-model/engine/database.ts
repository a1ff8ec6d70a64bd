import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { makeFolder } from '../../folders/index.js'
import { closedOnFailure } from '../../sqlite/connection.js'
import { projections } from '../registry.js'
import { withLazyStatements } from './lazy-statement.js'
import type { Projection } from './projection.js'
import { copyOnWrite, type SharedRows } from './shared-rows.js'

const FRAME = `
CREATE TABLE IF NOT EXISTS read_model (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  fingerprint TEXT NOT NULL,
  position INTEGER,
  landmark TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS failed_events (
  position INTEGER NOT NULL,
  type TEXT NOT NULL,
  projection TEXT NOT NULL,
  problem TEXT NOT NULL,
  PRIMARY KEY (position, projection)
) STRICT;
`

const fingerprints = new WeakMap<ReadonlyArray<Projection>, string>()

/**
 * Identifies the projections that make the rows, by name, version and schema. Rows on disk with another fingerprint are discarded and rebuilt.
 *
 * @example
 * import { projections } from '@forgefold/adapters/read-model'
 * assert.match(fingerprintOf(projections), /^[0-9a-f]{64}$/)
 */
export const fingerprintOf = (projections: ReadonlyArray<Projection>): string => {
  const known = fingerprints.get(projections)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(FRAME)
  for (const projection of projections) hash.update(`\0${projection.name}\0${projection.version}\0${projection.schema}`)
  const fingerprint = hash.digest('hex')
  fingerprints.set(projections, fingerprint)
  return fingerprint
}

/** Whether the file outlives its connection: `durable` files do, `temporary` ones use less memory and no fsync. */
export type ReadModelDurability = 'durable' | 'temporary'

const tune = (db: Database, durability: ReadModelDurability): void => {
  // Commits lost in a power failure are rebuilt from the events. First of all: a temporary copy would be flushed whole by the next line.
  db.pragma(durability === 'durable' ? 'synchronous = NORMAL' : 'synchronous = OFF')
  db.pragma('journal_mode = WAL')
  db.pragma('journal_size_limit = 67108864')
  db.pragma(durability === 'durable' ? 'cache_size = -65536' : 'cache_size = -16384')
  // A rebuild writes the same index pages repeatedly, so they are checkpointed less often.
  db.pragma('wal_autocheckpoint = 4000')
  db.pragma('temp_store = MEMORY')
  db.pragma('mmap_size = 268435456')
}

/** How a database is opened. */
export interface OpenOptions {
  /** Default: `durable`. */
  readonly durability?: ReadModelDurability | undefined
  /** The initial rows; only for `:memory:`. */
  readonly rows?: SharedRows | undefined
}

const open = (file: string, { durability = 'durable', rows }: OpenOptions): Database => {
  if (file !== ':memory:') makeFolder(dirname(file))
  if (rows !== undefined) return copyOnWrite(rows, durability)
  return closedOnFailure(withLazyStatements(new SqliteDatabase(file)), (db) => {
    // Rows in memory are copied as a whole, and each of some hundred tables and indexes takes a page even while it is empty.
    if (file === ':memory:') db.pragma('page_size = 1024')
    else tune(db, durability)
    db.exec(FRAME)
  })
}

const storedFingerprint = (db: Database): string | undefined =>
  db.prepare<[], string>('SELECT fingerprint FROM read_model WHERE id = 1').pluck().get()

const FRAMED = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'read_model'"

/**
 * Whether the rows were made by the projections of this code.
 *
 * @example
 * import { openReadModel, projections } from '@forgefold/adapters/read-model'
 * assert.equal(hasCurrentFingerprint(openReadModel(':memory:', projections).db), true)
 */
export const hasCurrentFingerprint = (db: Database): boolean =>
  db.prepare(FRAMED).get() !== undefined && storedFingerprint(db) === fingerprintOf(projections)

const DAMAGED = '.damaged'

/**
 * The marker file of a damaged read model.
 *
 * @example
 * assert.equal(damageMarkerOf('read-model.sqlite'), 'read-model.sqlite.damaged')
 */
export const damageMarkerOf = (file: string): string => file + DAMAGED

/**
 * Removes the file of a read model with SQLite's files next to it.
 *
 * @example
 * import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
 * const file = `${mkdtempSync('rows-')}/read-model.sqlite`
 * writeFileSync(file, '')
 * removeReadModel(file)
 * assert.equal(existsSync(file), false)
 */
export const removeReadModel = (file: string): void => {
  for (const suffix of ['', '-wal', '-shm', DAMAGED]) rmSync(file + suffix, { force: true })
}

/**
 * Opens the read model's file, or starts a new one if there is none or it was made by other code. `file` may be `:memory:`.
 *
 * @example
 * import { projections } from '@forgefold/adapters/read-model'
 * assert.equal(openReadModel(':memory:', projections).fresh, true)
 */
export const openReadModel = (
  file: string,
  projections: ReadonlyArray<Projection>,
  as: OpenOptions = {},
): { readonly db: Database; readonly fresh: boolean } => {
  const fingerprint = fingerprintOf(projections)
  let db = open(file, as)
  const stored = storedFingerprint(db)
  if (stored === fingerprint) return { db, fresh: false }
  if (stored !== undefined) {
    db.close()
    removeReadModel(file)
    db = open(file, { durability: as.durability })
  }
  const makeTables = db.transaction(() => {
    for (const projection of projections) db.exec(projection.schema)
    db.prepare('INSERT INTO read_model (id, fingerprint, position) VALUES (1, ?, NULL)').run(fingerprint)
  })
  return { db: closedOnFailure(db, makeTables.immediate), fresh: true }
}
