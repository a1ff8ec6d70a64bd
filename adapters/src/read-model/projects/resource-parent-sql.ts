import type { ResourceParent, ResourceParentKind } from '@forgefold/core/domains/projects/resource-parent'
import type { Condition } from '../engine/paging.js'

/** Rows that belong to any of the parents; `alias` names a row with `place_kind` and `place_id`. */
export const ownersCondition = (alias: string, places: ReadonlyArray<ResourceParent>): Condition => ({
  sql: places.map(() => `(${alias}.place_kind = ? AND ${alias}.place_id = ?)`).join(' OR ') || '0',
  values: places.flatMap(({ kind, id }) => [kind, id]),
})

/** Whether a project is the given one, or is in the given group or below it; one value is bound. */
export const withinSql = (kind: ResourceParentKind, column: string): string =>
  kind === 'project'
    ? `${column} = ?`
    : `${column} IN (SELECT p.id FROM projects p JOIN group_ancestors g ON g.group_id = p.group_id WHERE g.ancestor_id = ?)`
