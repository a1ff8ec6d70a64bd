import type { MergeRequestFilter } from '@forgefold/core/domains/review/merge-request'
import type { Condition, Statements } from '../../engine/paging.js'
import { matchExpression } from '../../issuable/text-search.js'

/** An index to walk along instead of the merge requests themselves, because fewer rows carry its key. */
export interface Walk {
  /** `… w`, joined to `merge_requests m`; CROSS JOIN keeps the order: walk first, look up then. */
  readonly from: string
  readonly where: Condition
  /** The merge request's number along the walk, where it goes in the order of numbers. */
  readonly order: string | undefined
}

const along = (table: string, columns: Readonly<Record<string, number | string>>): Walk => ({
  from: `${table} w CROSS JOIN merge_requests m ON m.id = w.merge_request_id`,
  where: {
    sql: Object.keys(columns)
      .map((column) => `w.${column} = ?`)
      .join(' AND '),
    values: Object.values(columns),
  },
  order: 'w.merge_request_id',
})

/** Numbers in one project, looked up one by one; the values are those of the join, which comes before every condition. */
const byNumber = (projectId: number, iids: ReadonlyArray<number>): Walk => ({
  from: 'json_each(?) w CROSS JOIN merge_requests m ON m.target_project_id = ? AND m.iid = w.value',
  where: { sql: '1', values: [JSON.stringify([...new Set(iids)]), projectId] },
  order: undefined,
})

const byWords = (match: string): Walk => ({
  from: 'merge_request_texts w CROSS JOIN merge_requests m ON m.id = w.rowid',
  where: { sql: 'w.merge_request_texts MATCH ?', values: [match] },
  order: 'w.rowid',
})

/** The first of those who all have to be there. */
const single = (who: MergeRequestFilter['assignees']): ReadonlyArray<number> =>
  Array.isArray(who) ? who.slice(0, 1) : []

const candidates = (filter: MergeRequestFilter): ReadonlyArray<Walk> => {
  const labels = Array.isArray(filter.labels) ? filter.labels : []
  const people = [
    ['assignees', filter.assignees],
    ['reviewers', filter.reviewers],
    ['approvals', filter.approvedBy],
    ['approvers', filter.approvers],
  ] as const
  const { reaction } = filter
  return [
    ...people.flatMap(([name, who]) => single(who).map((user_id) => along(`merge_request_${name}`, { user_id }))),
    ...labels
      .filter((ids) => ids.length === 1)
      .map(([label_id]) => along('merge_request_labels', { label_id: label_id as number })),
    ...(reaction?.kind === 'named'
      ? [along('merge_request_awards', { user_id: reaction.userId, name: reaction.name })]
      : []),
  ]
}

/** Beyond so many rows a walk is simply long. */
const LONG = 2000

const lengthOf = (statements: Statements, walk: Walk): number => {
  const table = walk.from.slice(0, walk.from.indexOf(' CROSS JOIN'))
  const text = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${walk.where.sql} LIMIT ${LONG})`
  return statements
    .get(text)
    .pluck()
    .get(...walk.where.values) as number
}

/** The way for a filter: by numbers, by indexed words, or along the shortest index of a key it asks for; undefined: the planner finds one. */
export const chooseWalk = (statements: Statements, filter: MergeRequestFilter): Walk | undefined => {
  if (filter.iids !== undefined && filter.projectId !== undefined) return byNumber(filter.projectId, filter.iids)
  // A search has to go along its own index, because that is the only way to ask it.
  const match = filter.search === undefined ? undefined : matchExpression(filter.search)
  if (match !== undefined) return byWords(match)
  const possible = candidates(filter)
  const inOrder = filter.orderBy === 'created_at'
  if (inOrder && possible.length < 2) return possible[0]
  const [shortest] = possible
    .map((walk) => ({ walk, length: lengthOf(statements, walk) }))
    .sort((a, b) => a.length - b.length)
  // What a long walk finds would all have to be sorted for another order.
  return shortest !== undefined && (inOrder || shortest.length < LONG) ? shortest.walk : undefined
}
