import type { IdFilter, NegatedIds, ReactionFilter } from '@forgefold/core/domains/issuable'
import type { IssueFilter, NegatedIssueFilter } from '@forgefold/core/domains/planning/issue'
import type { Condition } from '../../engine/paging.js'
import { allOf, anyOfEach } from '../../issuable/all-of.js'
import { shortWordConditions } from '../../issuable/text-search.js'

type Add = (sql: string, ...values: ReadonlyArray<unknown>) => void

const addAll = (add: Add, conditions: ReadonlyArray<Condition>): void => {
  for (const { sql, values } of conditions) add(sql, ...values)
}

/** Ids as one bound value, so that their number does not make another statement. */
const jsonIds = (ids: ReadonlyArray<number>): string => JSON.stringify(ids)
const AMONG = '(SELECT value FROM json_each(?))'

/** Issues that a user may read, as in the policy; the issue is `i`, its project `p`. */
export const visibleIssues = ({ userId = 0, seesAll, external }: IssueFilter['visibleTo']): Condition => {
  const available = "coalesce(json_extract(p.settings, '$.features.issues'), 'enabled')"
  if (seesAll) return { sql: `${available} <> 'disabled'`, values: [] }
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

const existsIn = (table: string, condition = ''): string =>
  `EXISTS (SELECT 1 FROM ${table} s WHERE s.issue_id = i.id${condition === '' ? '' : ` AND ${condition}`})`

const columnCondition = (add: Add, column: string, wanted: IdFilter | undefined): void => {
  if (wanted === undefined) return
  if (typeof wanted === 'string') add(`${column} IS ${wanted === 'any' ? 'NOT ' : ''}NULL`)
  else if (wanted.length === 1) add(`${column} = ?`, wanted[0])
  else add(`${column} IN ${AMONG}`, jsonIds(wanted))
}

/** The filter by users: none, any, or all of those given. */
const assigneeCondition = (add: Add, wanted: IdFilter | undefined): void => {
  if (wanted === undefined) return
  if (typeof wanted === 'string') add(`${wanted === 'none' ? 'NOT ' : ''}${existsIn('issue_assignees')}`)
  else if (wanted.length === 0) add('0')
  else
    addAll(
      add,
      allOf(wanted, 'user_id', (condition) => existsIn('issue_assignees', condition)),
    )
}

const labelConditions = (add: Add, wanted: IssueFilter['labels']): void => {
  if (wanted === undefined) return
  if (typeof wanted === 'string') add(`${wanted === 'none' ? 'NOT ' : ''}${existsIn('issue_labels')}`)
  else
    addAll(
      add,
      anyOfEach(wanted, 'label_id', (condition) => existsIn('issue_labels', condition)),
    )
}

const reactionSql = ({ userId, kind, name }: ReactionFilter): Condition => {
  const awards = "SELECT awardable_id FROM awards WHERE user_id = ? AND awardable_type = 'Issue'"
  if (kind === 'named')
    return { sql: `EXISTS (${awards} AND name = ? AND awardable_id = i.id)`, values: [userId, name] }
  return { sql: `i.id ${kind === 'none' ? 'NOT ' : ''}IN (${awards})`, values: [userId] }
}

const dueConditions = (add: Add, due: IssueFilter['due']): void => {
  if (due === undefined) return
  if (typeof due === 'string') {
    add(`i.due_date IS ${due === 'any' ? 'NOT ' : ''}NULL`)
    return
  }
  add('i.due_date IS NOT NULL')
  if (due.from !== undefined) add('i.due_date >= ?', due.from)
  if (due.to !== undefined) add('i.due_date <= ?', due.to)
}

const weightCondition = (add: Add, weight: IssueFilter['weight']): void => {
  if (weight === undefined) return
  if (typeof weight === 'string') add(`i.weight IS ${weight === 'any' ? 'NOT ' : ''}NULL`)
  else add('i.weight = ?', weight)
}

const negatedConditions = (add: Add, not: NegatedIssueFilter): void => {
  /** `some`: whether an issue has any; `sql`: whether it has none of the ids. */
  const without = (sql: string, ids: NegatedIds | undefined, some = ''): void => {
    if (ids === undefined || ids.length === 0) return
    if (typeof ids === 'string') add(`${ids === 'none' ? '' : 'NOT '}(${some})`)
    else add(sql, jsonIds(ids))
  }
  without(`i.iid NOT IN ${AMONG}`, not.iids)
  without(`NOT ${existsIn('issue_labels', `s.label_id IN ${AMONG}`)}`, not.labels, existsIn('issue_labels'))
  without(`NOT ${existsIn('issue_assignees', `s.user_id IN ${AMONG}`)}`, not.assignees, existsIn('issue_assignees'))
  without(`i.milestone_id IS NULL OR i.milestone_id NOT IN ${AMONG}`, not.milestones, 'i.milestone_id IS NOT NULL')
  without(`i.author_id NOT IN ${AMONG}`, not.authorIds)
  if (not.weight !== undefined) add('i.weight IS NOT ?', not.weight)
  if (not.reaction === undefined) return
  const { sql, values } = reactionSql(not.reaction)
  add(`NOT (${sql})`, ...values)
}

const searchConditions = (add: Add, search: IssueFilter['search']): void => {
  if (search === undefined) return
  addAll(add, shortWordConditions(search, { title: 'i.title', description: 'i.description' }))
}

const plainConditions = (add: Add, filter: IssueFilter): void => {
  const given = (sql: string, value: unknown): void => {
    if (value !== undefined) add(sql, value)
  }
  given('i.project_id = ?', filter.projectId)
  given('p.group_id IN (SELECT group_id FROM group_ancestors WHERE ancestor_id = ?)', filter.groupId)
  given(`i.id IN ${AMONG}`, filter.ids === undefined ? undefined : jsonIds(filter.ids))
  given(`i.iid IN ${AMONG}`, filter.iids === undefined ? undefined : jsonIds(filter.iids))
  given('i.state = ?', filter.state)
  given('i.issue_type = ?', filter.issueType)
  if (filter.confidential !== undefined) add(`i.confidential = ${Number(filter.confidential)}`)
  given('i.created_at >= ?', filter.createdAfter)
  given('i.created_at <= ?', filter.createdBefore)
  // Many issues may be within such bounds: their index is useful only for its own order, or if the driving index requires it.
  const updated = filter.orderBy === 'updated_at' ? 'i.updated_at' : '+i.updated_at'
  given(`${updated} >= ?`, filter.updatedAfter)
  given(`${updated} <= ?`, filter.updatedBefore)
  if (filter.nonArchived === true) add('p.archived = 0')
}

/** The conditions of a list; full-text words are handled by the driving index. */
export const conditions = (filter: IssueFilter): ReadonlyArray<Condition> => {
  const where: Array<Condition> = [visibleIssues(filter.visibleTo)]
  const add: Add = (sql, ...values) => {
    where.push({ sql, values })
  }
  plainConditions(add, filter)
  columnCondition(add, 'i.author_id', filter.authorIds)
  columnCondition(add, 'i.milestone_id', filter.milestones)
  assigneeCondition(add, filter.assignees)
  labelConditions(add, filter.labels)
  if (filter.reaction !== undefined) where.push(reactionSql(filter.reaction))
  dueConditions(add, filter.due)
  weightCondition(add, filter.weight)
  searchConditions(add, filter.search)
  if (filter.not !== undefined) negatedConditions(add, filter.not)
  return where
}
