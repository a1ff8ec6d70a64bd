import type { IdFilter, NegatedIds, ReactionFilter } from '@forgefold/core/domains/issuable'
import type { MergeRequestFilter, NegatedFilter } from '@forgefold/core/domains/review/merge-request'
import type { Condition } from '../../engine/paging.js'
import { allOf, anyOfEach } from '../../issuable/all-of.js'
import { shortWordConditions } from '../../issuable/text-search.js'
import type { Scope } from './visible.js'

/** The searched texts of `merge_requests m`. */
const TEXTS = {
  title: 'm.title',
  description: 'coalesce(m.description || char(10) || m.description_words, m.description)',
} as const

type Add = (sql: string, ...values: ReadonlyArray<unknown>) => void

const addAll = (add: Add, conditions: ReadonlyArray<Condition>): void => {
  for (const { sql, values } of conditions) add(sql, ...values)
}

/** Ids as one bound value, so that their number does not make another statement. */
const jsonIds = (ids: ReadonlyArray<number>): string => JSON.stringify(ids)
const AMONG = '(SELECT value FROM json_each(?))'

const existsIn = (table: string, condition: string): string =>
  `EXISTS (SELECT 1 FROM ${table} s WHERE s.merge_request_id = m.id AND ${condition})`

/** `+m` keeps SQLite from using the indexes of a column. */
type Way = 'm' | '+m'

/** A side table, and the column that says whether it has rows. */
interface Side {
  readonly table: string
  readonly flag: string
}

const emptiness = (add: Add, { flag }: Side, wanted: 'none' | 'any', way: Way): void =>
  add(`${way}.${flag} = ?`, Number(wanted === 'any'))

/** The filter by users: none, any, or all of those given. */
const whoCondition = (add: Add, side: Side, who: IdFilter | undefined, way: Way): void => {
  if (who === undefined) return
  if (typeof who === 'string') emptiness(add, side, who, way)
  else if (who.length === 0) add('0')
  else
    addAll(
      add,
      allOf(who, 'user_id', (condition) => existsIn(side.table, condition)),
    )
}

const LABELS: Side = { table: 'merge_request_labels', flag: 'labelled' }
const ASSIGNEES: Side = { table: 'merge_request_assignees', flag: 'assigned' }
const REVIEWERS: Side = { table: 'merge_request_reviewers', flag: 'reviewed' }

const labelConditions = (add: Add, labels: MergeRequestFilter['labels'], way: Way): void => {
  if (labels === undefined) return
  if (typeof labels === 'string') emptiness(add, LABELS, labels, way)
  else
    addAll(
      add,
      anyOfEach(labels, 'label_id', (condition) => existsIn(LABELS.table, condition)),
    )
}

const reactionSql = ({ userId, kind, name }: ReactionFilter): Condition => {
  const table = 'merge_request_awards'
  if (kind === 'named') return { sql: existsIn(table, 's.user_id = ? AND s.name = ?'), values: [userId, name] }
  if (kind === 'none') return { sql: `NOT ${existsIn(table, 's.user_id = ?')}`, values: [userId] }
  return { sql: `m.id IN (SELECT s.merge_request_id FROM ${table} s WHERE s.user_id = ?)`, values: [userId] }
}

const deploymentConditions = (add: Add, filter: MergeRequestFilter): void => {
  const { environment, deployedAfter, deployedBefore } = filter
  if (environment === undefined && deployedAfter === undefined && deployedBefore === undefined) return
  const conditions: Array<string> = []
  const values: Array<unknown> = []
  const narrow = (sql: string, value: unknown): void => {
    conditions.push(sql)
    values.push(value)
  }
  if (environment !== undefined) narrow('e.name = ?', environment)
  if (filter.projectId !== undefined)
    narrow(`${environment === undefined ? 'd' : 'e'}.project_id = ?`, filter.projectId)
  if (deployedAfter !== undefined) narrow('d.finished_at >= ?', deployedAfter)
  if (deployedBefore !== undefined) narrow('d.finished_at <= ?', deployedBefore)
  const from =
    environment === undefined ? 'deployments d' : 'environments e JOIN deployments d ON d.environment_id = e.id'
  add(
    `m.id IN (SELECT s.merge_request_id FROM ${from} JOIN merge_request_deployments s ON s.deployment_id = d.id
       WHERE d.status = 'success' AND ${conditions.join(' AND ')})`,
    ...values,
  )
}

const withoutSide = (add: Add, side: Side, column: string, ids: NegatedIds | undefined): void => {
  if (ids === undefined || ids.length === 0) return
  if (typeof ids === 'string') emptiness(add, side, ids === 'none' ? 'any' : 'none', 'm')
  else if (ids.length === 1) add(`NOT ${existsIn(side.table, `s.${column} = ?`)}`, ids[0])
  else add(`NOT ${existsIn(side.table, `s.${column} IN ${AMONG}`)}`, jsonIds(ids))
}

const withoutMilestone = (add: Add, ids: NegatedIds | undefined): void => {
  if (ids === undefined || ids.length === 0) return
  if (typeof ids === 'string') add(`m.milestone_id IS ${ids === 'none' ? 'NOT ' : ''}NULL`)
  else add(`m.milestone_id IS NULL OR m.milestone_id NOT IN ${AMONG}`, jsonIds(ids))
}

const negatedConditions = (add: Add, not: NegatedFilter): void => {
  withoutSide(add, LABELS, 'label_id', not.labels)
  withoutSide(add, ASSIGNEES, 'user_id', not.assignees)
  withoutSide(add, REVIEWERS, 'user_id', not.reviewers)
  withoutMilestone(add, not.milestones)
  if (not.authorIds?.length === 1) add('m.author_id <> ?', not.authorIds[0])
  else if (not.authorIds !== undefined && not.authorIds.length > 0)
    add(`m.author_id NOT IN ${AMONG}`, jsonIds(not.authorIds))
  if (not.reaction !== undefined) {
    const { sql, values } = reactionSql(not.reaction)
    add(`NOT (${sql})`, ...values)
  }
}

const plainConditions = (add: Add, filter: MergeRequestFilter, way: Way): void => {
  if (filter.ids !== undefined) add(`${way}.id IN ${AMONG}`, jsonIds(filter.ids))
  if (filter.status !== undefined) add(`${way}.status = ?`, filter.status)
  const { authorIds, milestones } = filter
  if (authorIds?.length === 1) add(`${way}.author_id = ?`, authorIds[0])
  else if (authorIds !== undefined) add(`${way}.author_id IN ${AMONG}`, jsonIds(authorIds))
  if (milestones === 'none') add(`${way}.milestone_id IS NULL`)
  else if (milestones === 'any') add(`${way}.milestone_id IS NOT NULL`)
  else if (milestones?.length === 1) add(`${way}.milestone_id = ?`, milestones[0])
  else if (milestones !== undefined) add(`${way}.milestone_id IN ${AMONG}`, jsonIds(milestones))
  if (filter.sourceBranch !== undefined) add(`${way}.source_branch = ?`, filter.sourceBranch)
  if (filter.targetBranch !== undefined) add(`${way}.target_branch = ?`, filter.targetBranch)
  if (filter.mergedByIds !== undefined) add(`m.merged_by IN ${AMONG}`, jsonIds(filter.mergedByIds))
  if (filter.draft !== undefined) add(`${way}.draft = ?`, Number(filter.draft))
}

const timeConditions = (add: Add, filter: MergeRequestFilter, dense: boolean): void => {
  const wayOf = (column: string): Way => (dense && filter.orderBy !== column ? '+m' : 'm')
  const [created, updated] = [wayOf('created_at'), wayOf('updated_at')]
  if (filter.createdAfter !== undefined) add(`${created}.created_at >= ?`, filter.createdAfter)
  if (filter.createdBefore !== undefined) add(`${created}.created_at <= ?`, filter.createdBefore)
  if (filter.updatedAfter !== undefined) add(`${updated}.updated_at >= ?`, filter.updatedAfter)
  if (filter.updatedBefore !== undefined) add(`${updated}.updated_at <= ?`, filter.updatedBefore)
}

/**
 * What a list is narrowed by, as SQL over `merge_requests m`; numbers in the project and indexed words are handled by the driving index.
 *
 * `dense`: many rows will be found, so the index of the order is to be walked instead of those of the conditions.
 */
export const mergeRequestConditions = (
  filter: MergeRequestFilter,
  scope: Scope,
  dense: boolean,
): ReadonlyArray<Condition> => {
  const where: Array<Condition> = [scope(filter, dense ? '+m' : 'm')]
  const add: Add = (sql, ...values) => {
    where.push({ sql, values })
  }
  if (filter.deploymentId !== undefined)
    add(existsIn('merge_request_deployments', 's.deployment_id = ?'), filter.deploymentId)
  // Every index of a plain condition is in the order of creation.
  const way = dense && filter.orderBy !== 'created_at' ? '+m' : 'm'
  plainConditions(add, filter, way)
  timeConditions(add, filter, dense)
  whoCondition(add, ASSIGNEES, filter.assignees, way)
  whoCondition(add, REVIEWERS, filter.reviewers, way)
  whoCondition(add, { table: 'merge_request_approvals', flag: 'approved' }, filter.approvedBy, way)
  whoCondition(add, { table: 'merge_request_approvers', flag: 'with_approvers' }, filter.approvers, way)
  labelConditions(add, filter.labels, way)
  if (filter.reaction !== undefined) where.push(reactionSql(filter.reaction))
  deploymentConditions(add, filter)
  if (filter.search !== undefined) where.push(...shortWordConditions(filter.search, TEXTS))
  if (filter.not !== undefined) negatedConditions(add, filter.not)
  return where
}
