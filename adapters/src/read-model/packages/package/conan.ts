import type { ConanRecipeRow, PackageQueries, PackageVersion } from '@forgefold/core/domains/packages/package'
import type { Database } from 'better-sqlite3'
import { INSTALLABLE } from './versions.js'

/** Finds recipes of Conan packages; no more rows are read than needed. */
export const conanRecipes = (db: Database): PackageQueries['conanRecipes'] => {
  const recipes = db.prepare<[string], ConanRecipeRow>(
    `SELECT k.project_id AS projectId, k.name AS recipe FROM packages k
     WHERE k.project_id IN (SELECT value FROM json_each(?)) AND k.type = 'conan' AND ${INSTALLABLE} ORDER BY k.name, k.id`,
  )
  return (projectIds, isWanted, most) => {
    const found: Array<string> = []
    for (const row of recipes.iterate(JSON.stringify(projectIds))) {
      if (isWanted(row)) found.push(row.recipe)
      if (found.length === most) break
    }
    return found
  }
}

/** Finds the versions of recipes that share a bare name, besides one of them. */
export const otherConanRecipes = (
  db: Database,
): ((projectId: number, name: string, version: string | null) => ReadonlyArray<PackageVersion>) => {
  const others = db.prepare<[number, string, string | null], PackageVersion>(
    `SELECT k.id, k.version, k.created_at AS createdAt FROM packages k
     WHERE k.project_id = ? AND k.type = 'conan' AND k.conan_name = ? AND k.version IS NOT ?
       AND k.status IN ('default', 'error') ORDER BY k.version, k.id`,
  )
  return (projectId, name, version) => others.all(projectId, name, version)
}
