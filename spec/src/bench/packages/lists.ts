import type { PackageFilter } from '@forgefold/core/domains/packages/package'
import type { Benchmark } from '../benchmark.js'
import { openPackageWorld, PROJECT, rateOf } from './world.js'

const COLUMNS = 'id, project_id, type, name, version, conan_name, status, created_at, updated_at'
const filter: PackageFilter = { orderBy: 'name', sort: 'asc' }

/** R4: one page of a project's packages. */
export const listOfPackages: Benchmark = {
  name: 'R4',
  work: 'a list of 20 packages out of 100,000, by name',
  ceiling: 'the same page by one hand-written statement on the same index',
  goal: { atLeast: 0.85 },
  prepare: async () => {
    const { db, packages } = openPackageWorld()
    const page = db.prepare(
      `SELECT ${COLUMNS} FROM packages WHERE project_id = ? AND listed = 1 ORDER BY name, id LIMIT 20 OFFSET ?`,
    )
    return {
      unit: 'pages/s',
      rounds: 5,
      ceiling: async () => rateOf(3000, (call) => page.all(PROJECT, (call % 50) * 20)),
      product: async () =>
        rateOf(3000, (call) => packages.inProject(PROJECT, filter, { page: (call % 50) + 1, perPage: 20 })),
      finish: async () => {
        db.close()
      },
    }
  },
}

/** R5: the fuzzy search for names. */
export const searchOfPackages: Benchmark = {
  name: 'R5',
  work: 'a fuzzy search for rare names among 100,000 packages, with its count',
  ceiling: 'hand-written SQL: LIKE on the name, one statement for the page and one for the count',
  goal: { atLeast: 40 },
  prepare: async () => {
    const { db, packages } = openPackageWorld()
    const where = 'project_id = ? AND listed = 1 AND name LIKE ? AND name LIKE ?'
    const page = db.prepare(`SELECT ${COLUMNS} FROM packages WHERE ${where} ORDER BY name, id LIMIT 20`)
    const count = db.prepare(`SELECT count(*) FROM (SELECT 1 FROM packages WHERE ${where} LIMIT 10001)`)
    const words = (call: number): readonly [string, string] => [`fjord.${call % 100}`, 'amber-']
    return {
      unit: 'searches/s',
      rounds: 5,
      ceiling: async () =>
        rateOf(20, (call) => {
          const patterns = words(call).map((word) => `%${word}%`)
          page.all(PROJECT, ...patterns)
          count.get(PROJECT, ...patterns)
        }),
      product: async () =>
        rateOf(100, (call) => {
          const name = words(call).join(' ')
          packages.inProject(PROJECT, { ...filter, name }, { page: 1, perPage: 20 })
        }),
      finish: async () => {
        db.close()
      },
    }
  },
}
