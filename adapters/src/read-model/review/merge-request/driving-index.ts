import type { MergeRequestFilter } from '@forgefold/core/domains/review/merge-request'
import type { Condition, Statements } from '../../engine/paging.js'
import { matchExpression, matchesOf } from '../../issuable/text-search.js'

/** The index that drives a list instead of the merge requests themselves, because fewer rows have its key. */
export interface DrivingIndex {
  /** `… w`, joined to `merge_requests m`; CROSS JOIN makes SQLite read the index first and look up the merge requests by it. */
  readonly from: string
  readonly where: Condition
  /** The column of the merge request's id, where the index is in the order of ids. */
  readonly order: string | undefined
}

const along = (table: string, columns: Readonly<Record<string, number | string>>): DrivingIndex => ({
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
const byNumber = (projectId: number, iids: ReadonlyArray<number>, words: ReadonlyArray<Condition>): DrivingIndex => ({
  from: 'json_each(?) w CROSS JOIN merge_requests m ON m.target_project_id = ? AND m.iid = w.value',
  where: {
    sql: words[0]?.sql ?? '1',
    values: [JSON.stringify([...new Set(iids)]), projectId, ...(words[0]?.values ?? [])],
  },
  order: undefined,
})

const byWords = (match: string): DrivingIndex => ({
  from: 'merge_request_texts w CROSS JOIN merge_requests m ON m.id = w.rowid',
  where: { sql: 'w.merge_request_texts MATCH ?', values: [match] },
  order: 'w.rowid',
})

/** The first of several users who are all required. */
const single = (who: MergeRequestFilter['assignees']): ReadonlyArray<number> =>
  Array.isArray(who) ? who.slice(0, 1) : []

const candidates = (filter: MergeRequestFilter): ReadonlyArray<DrivingIndex> => {
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

/** From this many rows an index counts as long. */
const LONG_INDEX_ROWS = 2000

const lengthOf = (statements: Statements, driving: DrivingIndex): number => {
  const table = driving.from.slice(0, driving.from.indexOf(' CROSS JOIN'))
  const text = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${driving.where.sql} LIMIT ${LONG_INDEX_ROWS})`
  return statements
    .get(text)
    .pluck()
    .get(...driving.where.values) as number
}

/** What drives the list of a filter: numbers, indexed words, or the shortest index of a key in the filter; undefined: SQLite's planner chooses. */
export const chooseDrivingIndex = (statements: Statements, filter: MergeRequestFilter): DrivingIndex | undefined => {
  if (filter.iids !== undefined && filter.projectId !== undefined)
    return byNumber(filter.projectId, filter.iids, matchesOf('merge_request_texts', 'm.id', filter.search))
  // Words of an indexed length are looked up nowhere else.
  const match = filter.search === undefined ? undefined : matchExpression(filter.search)
  if (match !== undefined) return byWords(match)
  const possible = candidates(filter)
  const inOrder = filter.orderBy === 'created_at'
  if (inOrder && possible.length < 2) return possible[0]
  const [shortest] = possible
    .map((driving) => ({ driving, length: lengthOf(statements, driving) }))
    .sort((a, b) => a.length - b.length)
  // All that a long index finds would have to be sorted for another order.
  return shortest !== undefined && (inOrder || shortest.length < LONG_INDEX_ROWS) ? shortest.driving : undefined
}
