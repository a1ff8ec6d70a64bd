import type { AnyOf, IssueFilter } from '@forgefold/core/domains/issue'
import { containing } from '../like.js'
import type { Condition } from '../paging.js'

/** Issues that somebody may read, as the policy says it; the issue is `i`, its project `p`. */
const visible = ({ onlooker }: IssueFilter): Condition => {
  const { userId = 0, admin, external } = onlooker
  const available = "coalesce(json_extract(p.settings, '$.features.issues'), 'enabled')"
  if (admin) return { sql: `${available} <> 'disabled'`, values: [] }
  const open = external || userId === 0 ? "p.visibility = 'public'" : "p.visibility IN ('public', 'internal')"
  const level =
    'coalesce((SELECT a.level FROM project_authorizations a WHERE a.project_id = p.id AND a.user_id = ?), 0)'
  return {
    sql: `(${available} = 'enabled' AND ${open} OR ${available} <> 'disabled' AND ${level} >= 10)
      AND (i.confidential = 0 OR i.author_id = ? OR ${level} >= 20
        OR EXISTS (SELECT 1 FROM issue_assignees s WHERE s.issue_id = i.id AND s.user_id = ?))`,
    values: [userId, userId, userId, userId],
  }
}

const SOME = (table: string): string => `SELECT 1 FROM ${table} s WHERE s.issue_id = i.id`

const anyOf = (column: string, wanted: AnyOf): Condition => {
  if (wanted === 'none') return { sql: `${column} IS NULL`, values: [] }
  if (wanted === 'any') return { sql: `${column} IS NOT NULL`, values: [] }
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(wanted)] }
}

const assigned = (wanted: AnyOf): Condition => {
  if (wanted === 'none') return { sql: `NOT EXISTS (${SOME('issue_assignees')})`, values: [] }
  if (wanted === 'any') return { sql: `EXISTS (${SOME('issue_assignees')})`, values: [] }
  const sql = 'i.id IN (SELECT issue_id FROM issue_assignees WHERE user_id IN (SELECT value FROM json_each(?)))'
  return { sql, values: [JSON.stringify(wanted)] }
}

const labelled = (wanted: NonNullable<IssueFilter['labels']>): ReadonlyArray<Condition> => {
  if (wanted === 'none') return [{ sql: `NOT EXISTS (${SOME('issue_labels')})`, values: [] }]
  if (wanted === 'any') return [{ sql: `EXISTS (${SOME('issue_labels')})`, values: [] }]
  return wanted.map((ids) => ({
    sql: 'i.id IN (SELECT issue_id FROM issue_labels WHERE label_id IN (SELECT value FROM json_each(?)))',
    values: [JSON.stringify(ids)],
  }))
}

/** Everything that a list is narrowed by. */
export const conditions = (filter: IssueFilter): ReadonlyArray<Condition> => {
  const where: Array<Condition> = [visible(filter)]
  const add = (sql: string, value: unknown): void => {
    if (value !== undefined) where.push({ sql, values: [value] })
  }
  add('i.project_id = ?', filter.projectId)
  add('p.group_id IN (SELECT group_id FROM group_ancestors WHERE ancestor_id = ?)', filter.groupId)
  add('i.iid IN (SELECT value FROM json_each(?))', filter.iids === undefined ? undefined : JSON.stringify(filter.iids))
  add('i.state = ?', filter.state)
  if (filter.authorIds !== undefined) where.push(anyOf('i.author_id', filter.authorIds))
  if (filter.milestones !== undefined) where.push(anyOf('i.milestone_id', filter.milestones))
  if (filter.assignees !== undefined) where.push(assigned(filter.assignees))
  if (filter.labels !== undefined) where.push(...labelled(filter.labels))
  add('i.confidential = ?', filter.confidential === undefined ? undefined : Number(filter.confidential))
  add('i.created_at >= ?', filter.createdAfter)
  add('i.created_at <= ?', filter.createdBefore)
  add('i.updated_at >= ?', filter.updatedAfter)
  add('i.updated_at <= ?', filter.updatedBefore)
  if (filter.search !== undefined && filter.search !== '')
    where.push({
      sql: "i.title LIKE ? ESCAPE '\\' OR i.description LIKE ? ESCAPE '\\'",
      values: [containing(filter.search), containing(filter.search)],
    })
  return where
}
