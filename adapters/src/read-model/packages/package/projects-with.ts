import type { PackageLookup, PackageQueries } from '@forgefold/core/domains/packages/package'
import type { Database } from 'better-sqlite3'

const BELOW = `k.project_id IN (SELECT p.id FROM group_ancestors a JOIN projects p ON p.group_id = a.group_id
  WHERE a.ancestor_id = $groupId)`

/** The indexed columns that identify the packages searched for. */
const TELLING = {
  name: 'k.type = $type AND k.name = $name COLLATE NOCASE',
  pythonName: 'k.type = $type AND k.python_name = $pythonName',
  // `+`: SQLite would rather read all packages of the type.
  sha256: '+k.type = $type AND k.id IN (SELECT f.package_id FROM package_files f WHERE f.sha256 = $sha256)',
} as const
const KEYS = Object.keys(TELLING) as ReadonlyArray<keyof typeof TELLING>

/** Finds the projects that have packages of a kind, a name or a file. */
export const projectsWith = (db: Database): PackageQueries['projectsWith'] => {
  const statement = (telling: string, place: string) =>
    db
      .prepare<[object], number>(
        `SELECT k.project_id FROM packages k WHERE ${telling} AND ${place}
           AND k.status IN ('default', 'hidden') GROUP BY k.project_id ORDER BY max(k.id) DESC`,
      )
      .pluck()
  const statements = [...KEYS, undefined].map((key) => {
    const telling = key === undefined ? 'k.type = $type' : TELLING[key]
    return [key, { below: statement(telling, BELOW), anywhere: statement(telling, 'TRUE') }] as const
  })
  const prepared = new Map(statements)
  const keyOf = (sought: PackageLookup) => KEYS.find((key) => sought[key] !== undefined)
  return (sought, groupId) => {
    const asked = prepared.get(keyOf(sought))
    return groupId === undefined
      ? (asked?.anywhere.all(sought) ?? [])
      : (asked?.below.all({ ...sought, groupId }) ?? [])
  }
}
