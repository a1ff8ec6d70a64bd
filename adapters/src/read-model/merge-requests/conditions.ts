import type { MergeRequestFilter, NegatedFilter, Reaction, Who } from '@forgefold/core/domains/merge-request'
import type { Condition } from '../paging.js'
import { shortWords } from './search.js'
import { visibleRequests } from './visible.js'

type Add = (sql: string, ...values: ReadonlyArray<unknown>) => void

/** Ids as one bound value, so that the number of them does not make another statement. */
const among = (ids: ReadonlyArray<number>): string => JSON.stringify(ids)
const AMONG = '(SELECT value FROM json_each(?))'

const beside = (table: string, condition = ''): string =>
  `EXISTS (SELECT 1 FROM ${table} s WHERE s.merge_request_id = m.id${condition === '' ? '' : ` AND ${condition}`})`

/** A side table, and the column that says whether it holds anything. */
interface Side {
  readonly table: string
  readonly flag: string
}

const emptiness = (add: Add, { flag }: Side, wanted: 'none' | 'any'): void => {
  add(`m.${flag} = ?`, Number(wanted === 'any'))
}

/** Nobody, anybody, or every one of those given. */
const whoCondition = (add: Add, side: Side, who: Who | undefined): void => {
  if (who === undefined) return
  if (typeof who === 'string') emptiness(add, side, who)
  else if (who.length === 0) add('0')
  else for (const userId of who) add(beside(side.table, 's.user_id = ?'), userId)
}

const labelConditions = (add: Add, labels: MergeRequestFilter['labels']): void => {
  const side = { table: 'merge_request_labels', flag: 'labelled' }
  if (labels === undefined) return
  if (typeof labels === 'string') emptiness(add, side, labels)
  else
    for (const ids of labels) {
      if (ids.length === 0) add('0')
      else if (ids.length === 1) add(beside(side.table, 's.label_id = ?'), ids[0])
      else add(beside(side.table, `s.label_id IN ${AMONG}`), among(ids))
    }
}

const reactionSql = ({ userId, kind, name }: Reaction): Condition => {
  const table = 'merge_request_awards'
  if (kind === 'named') return { sql: beside(table, 's.user_id = ? AND s.name = ?'), values: [userId, name] }
  return { sql: `${kind === 'none' ? 'NOT ' : ''}${beside(table, 's.user_id = ?')}`, values: [userId] }
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
  if (filter.projectId !== undefined) narrow('e.project_id = ?', filter.projectId)
  if (deployedAfter !== undefined) narrow('d.finished_at >= ?', deployedAfter)
  if (deployedBefore !== undefined) narrow('d.finished_at <= ?', deployedBefore)
  add(
    `m.id IN (SELECT s.merge_request_id FROM environments e
       JOIN deployments d ON d.environment_id = e.id AND d.status = 'success'
       JOIN merge_request_deployments s ON s.deployment_id = d.id
       WHERE ${conditions.join(' AND ')})`,
    ...values,
  )
}

const negatedConditions = (add: Add, not: NegatedFilter): void => {
  const without = (table: string, column: string, ids: ReadonlyArray<number> | undefined): void => {
    if (ids !== undefined && ids.length > 0) add(`NOT ${beside(table, `s.${column} IN ${AMONG}`)}`, among(ids))
  }
  without('merge_request_labels', 'label_id', not.labelIds)
  without('merge_request_assignees', 'user_id', not.assigneeIds)
  without('merge_request_reviewers', 'user_id', not.reviewerIds)
  if (not.milestoneIds !== undefined && not.milestoneIds.length > 0)
    add(`m.milestone_id IS NULL OR m.milestone_id NOT IN ${AMONG}`, among(not.milestoneIds))
  if (not.authorIds !== undefined && not.authorIds.length > 0) add(`m.author_id NOT IN ${AMONG}`, among(not.authorIds))
  if (not.reaction !== undefined) {
    const { sql, values } = reactionSql(not.reaction)
    add(`NOT (${sql})`, ...values)
  }
}

const placeConditions = (add: Add, filter: MergeRequestFilter): void => {
  if (filter.projectId !== undefined) add('m.target_project_id = ?', filter.projectId)
  if (filter.groupId !== undefined)
    add(
      `m.target_project_id IN (SELECT p.id FROM projects p JOIN group_ancestors g ON g.group_id = p.group_id
       WHERE g.ancestor_id = ?)`,
      filter.groupId,
    )
  if (filter.deploymentId !== undefined)
    add(beside('merge_request_deployments', 's.deployment_id = ?'), filter.deploymentId)
  if (filter.nonArchived === true)
    add('NOT EXISTS (SELECT 1 FROM projects p WHERE p.id = m.target_project_id AND p.archived = 1)')
}

const plainConditions = (add: Add, filter: MergeRequestFilter): void => {
  if (filter.ids !== undefined) add(`m.id IN ${AMONG}`, among(filter.ids))
  if (filter.status !== undefined) add('m.status = ?', filter.status)
  const { authorIds, milestones } = filter
  if (authorIds?.length === 1) add('m.author_id = ?', authorIds[0])
  else if (authorIds !== undefined) add(`m.author_id IN ${AMONG}`, among(authorIds))
  if (milestones === 'none') add('m.milestone_id IS NULL')
  else if (milestones === 'any') add('m.milestone_id IS NOT NULL')
  else if (milestones?.length === 1) add('m.milestone_id = ?', milestones[0])
  else if (milestones !== undefined) add(`m.milestone_id IN ${AMONG}`, among(milestones))
  if (filter.sourceBranch !== undefined) add('m.source_branch = ?', filter.sourceBranch)
  if (filter.targetBranch !== undefined) add('m.target_branch = ?', filter.targetBranch)
  if (filter.draft !== undefined) add('m.draft = ?', Number(filter.draft))
  if (filter.createdAfter !== undefined) add('m.created_at >= ?', filter.createdAfter)
  if (filter.createdBefore !== undefined) add('m.created_at <= ?', filter.createdBefore)
  if (filter.updatedAfter !== undefined) add('m.updated_at >= ?', filter.updatedAfter)
  if (filter.updatedBefore !== undefined) add('m.updated_at <= ?', filter.updatedBefore)
}

/** What a list is narrowed by, as SQL over `merge_requests m`; numbers in the project and indexed words are the business of the walk. */
export const mergeRequestConditions = (filter: MergeRequestFilter): ReadonlyArray<Condition> => {
  const where: Array<Condition> = []
  const add: Add = (sql, ...values) => {
    where.push({ sql, values })
  }
  placeConditions(add, filter)
  plainConditions(add, filter)
  whoCondition(add, { table: 'merge_request_assignees', flag: 'assigned' }, filter.assignees)
  whoCondition(add, { table: 'merge_request_reviewers', flag: 'reviewed' }, filter.reviewers)
  whoCondition(add, { table: 'merge_request_approvals', flag: 'approved' }, filter.approvedBy)
  whoCondition(add, { table: 'merge_request_approvers', flag: 'with_approvers' }, filter.approvers)
  labelConditions(add, filter.labels)
  if (filter.reaction !== undefined) where.push(reactionSql(filter.reaction))
  deploymentConditions(add, filter)
  if (filter.search !== undefined) where.push(...shortWords(filter.search))
  if (filter.not !== undefined) negatedConditions(add, filter.not)
  const visible = visibleRequests(filter)
  return visible === undefined ? where : [...where, visible]
}
