import { openReadModel, projections } from '@forgefold/adapters/read-model'
import type { PackageQueries } from '@forgefold/core/domains/packages/package'
import type SqliteDatabase from 'better-sqlite3'

export const PROJECT = 7
const PACKAGES = 100_000

const WORDS = ['amber', 'birch', 'cobalt', 'delta', 'ember', 'fjord', 'granite', 'harbor', 'indigo', 'juniper']

const word = (n: number): string => WORDS[n % WORDS.length] as string

/** A name that ten thousand packages have half of; a few hundred versions share one. */
const nameOf = (n: number): string =>
  `${word(n)}-${word(Math.floor(n / 10))}-${word(Math.floor(n / 100))}.${Math.floor(n / 1000)}`

/** A read model with 100,000 packages in one project, and the queries that answer from it. */
export interface PackageWorld {
  readonly db: SqliteDatabase.Database
  readonly packages: PackageQueries
}

export const openPackageWorld = (): PackageWorld => {
  const { db } = openReadModel(':memory:', projections)
  const insert = db.prepare(
    `INSERT INTO packages (id, project_id, type, type_order, name, version, status, created_at, updated_at)
     VALUES (?, ${PROJECT}, 'generic', 7, ?, ?, 'default', '2022-01-01T00:00:00.000Z', '2022-01-01T00:00:00.000Z')`,
  )
  const insertName = db.prepare('INSERT INTO package_names (rowid, name) VALUES (?, ?)')
  db.transaction(() => {
    for (let id = 1; id <= PACKAGES; id++) {
      insert.run(id, nameOf(id), `1.0.${id}`)
      insertName.run(BigInt(id), nameOf(id))
    }
  })()
  db.exec('ANALYZE')
  const packages = projections.find((projection) => projection.name === 'packages')?.queries.packages?.(db)
  if (packages === undefined) throw new Error('there is no projection of packages')
  return { db, packages }
}

/** How many calls fit into a second. */
export const rateOf = (calls: number, work: (call: number) => unknown): number => {
  const start = performance.now()
  for (let call = 0; call < calls; call++) work(call)
  return (calls / (performance.now() - start)) * 1000
}
