import type { VisibilityScope } from '@forgefold/core/access'
import type { Condition } from '../engine/paging.js'

/**
 * The projects that a user may see; `alias` names a row of `projects`. Lists of any domain may join it. A `+` before the alias
 * keeps SQLite from using the condition's index, so that the index of the order is walked.
 *
 * @example
 * import { UNRESTRICTED } from '@forgefold/core'
 * assert.deepEqual(visibleProjects(UNRESTRICTED, 'p'), { sql: '1', values: [] })
 */
export const visibleProjects = (visibleTo: VisibilityScope, alias: string): Condition => {
  const { userId, seesAll, external } = visibleTo
  if (seesAll) return { sql: '1', values: [] }
  if (userId === undefined) return { sql: `${alias}.visibility = 'public'`, values: [] }
  const open = external ? `${alias}.visibility = 'public'` : `${alias}.visibility IN ('public', 'internal')`
  return {
    // Looked up once per list; a subquery per row would be slower.
    sql: `${open} OR ${alias}.id IN (SELECT seen.project_id FROM project_authorizations seen
      WHERE seen.user_id = ? AND seen.level >= 10)`,
    values: [userId],
  }
}

/**
 * The groups that a user may see; `alias` names a row of `groups`, as in {@link visibleProjects}.
 *
 * @example
 * import { UNRESTRICTED } from '@forgefold/core'
 * assert.deepEqual(visibleGroups(UNRESTRICTED, 'g'), { sql: '1', values: [] })
 */
export const visibleGroups = (visibleTo: VisibilityScope, alias: string): Condition => {
  const { userId, seesAll, external } = visibleTo
  if (seesAll) return { sql: '1', values: [] }
  if (userId === undefined) return { sql: `${alias}.visibility = 'public'`, values: [] }
  const open = external ? `${alias}.visibility = 'public'` : `${alias}.visibility IN ('public', 'internal')`
  return {
    sql: `${open} OR ${alias}.id IN (SELECT below.ancestor_id FROM group_authorizations seen
        JOIN group_ancestors below ON below.group_id = seen.group_id WHERE seen.user_id = ?)
      OR ${alias}.id IN (SELECT below.ancestor_id FROM project_authorizations seen
        JOIN projects in_group ON in_group.id = seen.project_id
        JOIN group_ancestors below ON below.group_id = in_group.group_id WHERE seen.user_id = ?)`,
    values: [userId, userId],
  }
}

const REPOSITORY = "coalesce(json_extract(p.settings, '$.features.repository'), 'enabled')"

/** The projects whose code a user may read; the project is `p`. */
export const readableCode = ({ userId = 0, seesAll, external }: VisibilityScope): Condition => {
  if (seesAll) return { sql: `${REPOSITORY} <> 'disabled'`, values: [] }
  const open = external || userId === 0 ? "p.visibility = 'public'" : "p.visibility IN ('public', 'internal')"
  const level =
    'coalesce((SELECT a.level FROM project_authorizations a WHERE a.project_id = p.id AND a.user_id = ?), 0)'
  return {
    sql: `${REPOSITORY} <> 'disabled'
      AND (${level} >= 20 OR (${open} AND (${REPOSITORY} <> 'private' OR ${level} >= 10)))`,
    values: [userId, userId],
  }
}
