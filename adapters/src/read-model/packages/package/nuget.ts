import type { PackageQueries } from '@forgefold/core/domains/packages/package'
import type { Database } from 'better-sqlite3'
import { likePattern } from '../../engine/like-pattern.js'
import { INSTALLABLE, type StoredVersion, VERSION, versionOf } from './versions.js'

/** The version without its build metadata. */
const WITHOUT_BUILD = "substr(k.version, 1, instr(k.version || '+', '+') - 1)"

/** Queries of NuGet packages: names and searches are case-insensitive. */
export const nugetQueries = (db: Database): Pick<PackageQueries, 'nugetVersions' | 'nugetNames'> => {
  const versions = db.prepare<[number, string], StoredVersion>(
    `${VERSION} WHERE k.project_id = ? AND k.type = 'nuget' AND k.name = ? COLLATE NOCASE AND ${INSTALLABLE} ORDER BY k.id`,
  )
  const names = db
    .prepare<[string, string, 0 | 1], string>(
      `SELECT DISTINCT lower(k.name) FROM packages k WHERE k.project_id IN (SELECT value FROM json_each(?))
         AND k.type = 'nuget' AND k.name LIKE ? ESCAPE '\\' AND ${INSTALLABLE} AND (? OR instr(${WITHOUT_BUILD}, '-') = 0)
       ORDER BY lower(k.name)`,
    )
    .pluck()
  return {
    nugetVersions: (projectId, name) => versions.all(projectId, name).map(versionOf),
    nugetNames: (projectIds, { text, prerelease }) =>
      names.all(JSON.stringify(projectIds), likePattern(text), prerelease ? 1 : 0),
  }
}
