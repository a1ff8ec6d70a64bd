import type { IssueFilter } from '@forgefold/core/domains/planning/issue'
import type { Condition, Statements } from '../../engine/paging.js'
import { matchExpression, matchesOf } from '../../issuable/text-search.js'

/** The index that drives a list instead of the index of its order, because few issues have its key. */
export interface DrivingIndex {
  /** Ends with `issues i`; CROSS JOIN makes SQLite read the index first and look up the issues by it. */
  readonly from: string
  readonly where: Condition
  /** Counted to learn the length of the index. */
  readonly count: string
}

const along = (table: string, columns: Readonly<Record<string, number | string>>, key = 'issue_id'): DrivingIndex => ({
  from: `${table} w CROSS JOIN issues i ON i.id = w.${key}`,
  where: {
    sql: Object.keys(columns)
      .map((column) => `w.${column} = ?`)
      .join(' AND '),
    values: Object.values(columns),
  },
  count: `${table} w`,
})

const columnIndex = (index: string, sql: string, ...values: ReadonlyArray<unknown>): DrivingIndex => ({
  from: `issues i INDEXED BY ${index}`,
  where: { sql, values },
  count: `issues i INDEXED BY ${index}`,
})

/** From this many rows an index counts as long: all rows found would have to be sorted. */
const LONG_INDEX_ROWS = 2000

const first = <A>(list: 'none' | 'any' | ReadonlyArray<A> | undefined): ReadonlyArray<A> =>
  typeof list === 'string' || list === undefined ? [] : list.slice(0, 1)

const joinTableIndexes = (filter: IssueFilter): ReadonlyArray<DrivingIndex> => {
  const { reaction } = filter
  const labels = Array.isArray(filter.labels) ? (filter.labels as ReadonlyArray<ReadonlyArray<number>>) : []
  return [
    ...first(filter.assignees).map((user_id) => along('issue_assignees', { user_id })),
    ...labels.filter((ids) => ids.length === 1).map(([label_id]) => along('issue_labels', { label_id: label_id ?? 0 })),
    ...(reaction?.kind === 'named'
      ? [along('awards', { user_id: reaction.userId, awardable_type: 'Issue', name: reaction.name }, 'awardable_id')]
      : []),
  ]
}

const ownColumns = (filter: IssueFilter): ReadonlyArray<DrivingIndex> => {
  const { authorIds, milestones, due, updatedAfter, groupId, projectId, iids } = filter
  const indexes: Array<DrivingIndex> = []
  if (authorIds?.length === 1) indexes.push(columnIndex('issues_by_author', 'i.author_id = ?', authorIds[0]))
  if (Array.isArray(milestones) && milestones.length === 1)
    indexes.push(columnIndex('issues_by_milestone', 'i.milestone_id = ?', milestones[0]))
  if (iids !== undefined && projectId === undefined)
    indexes.push(columnIndex('issues_by_number', 'i.iid IN (SELECT value FROM json_each(?))', JSON.stringify(iids)))
  if (filter.confidential === true) indexes.push(columnIndex('issues_confidential', 'i.confidential = 1'))
  if (typeof due === 'object' && (due.from ?? due.to) !== undefined)
    indexes.push(columnIndex('issues_by_due_date', 'i.due_date BETWEEN ? AND ?', due.from ?? '', due.to ?? '9999'))
  if (updatedAfter !== undefined) indexes.push(columnIndex('issues_by_any_update', 'i.updated_at >= ?', updatedAfter))
  if (groupId !== undefined)
    indexes.push(
      columnIndex(
        'issues_by_project',
        `i.project_id IN (SELECT p.id FROM projects p JOIN group_ancestors g ON g.group_id = p.group_id
           WHERE g.ancestor_id = ?)`,
        groupId,
      ),
    )
  return indexes
}

/** The projects that a user may read. */
const readableProjects = ({ userId = 0, external }: IssueFilter['visibleTo']): Condition => {
  const open = external || userId === 0 ? "visibility = 'public'" : "visibility IN ('public', 'internal')"
  return {
    sql: `SELECT id FROM projects WHERE ${open}
      UNION SELECT project_id FROM project_authorizations WHERE user_id = ? AND level >= 10`,
    values: [userId],
  }
}

/** The issues of all projects that the caller may read, if these are few; of a longer list the caller can read many. */
const byReadableProjects = (statements: Statements, filter: IssueFilter): ReadonlyArray<DrivingIndex> => {
  if (filter.visibleTo.seesAll || filter.projectId !== undefined || filter.groupId !== undefined) return []
  const { sql, values } = readableProjects(filter.visibleTo)
  const projects = statements.get(`SELECT count(*) FROM (${sql} LIMIT ${LONG_INDEX_ROWS})`).pluck()
  return Number(projects.get(...values)) < LONG_INDEX_ROWS
    ? [columnIndex('issues_by_project', `i.project_id IN (${sql})`, ...values)]
    : []
}

/** Numbers in one project, looked up one by one; the values are those of the join, which comes before every condition. */
const byNumber = (projectId: number, iids: ReadonlyArray<number>, words: ReadonlyArray<Condition>): DrivingIndex => ({
  from: 'json_each(?) w CROSS JOIN issues i ON i.project_id = ? AND i.iid = w.value',
  where: {
    sql: words[0]?.sql ?? '1',
    values: [JSON.stringify([...new Set(iids)]), projectId, ...(words[0]?.values ?? [])],
  },
  count: '',
})

const byWords = (match: string): DrivingIndex => ({
  from: 'issue_texts w CROSS JOIN issues i ON i.id = w.rowid',
  where: { sql: 'w.issue_texts MATCH ?', values: [match] },
  count: '',
})

const lengthOf = (statements: Statements, { count, where }: DrivingIndex): number =>
  statements
    .get(`SELECT count(*) FROM (SELECT 1 FROM ${count} WHERE ${where.sql} LIMIT ${LONG_INDEX_ROWS})`)
    .pluck()
    .get(...where.values) as number

/** The index that drives a list: iids, indexed words, or the shortest index of a key in the filter; undefined: the index of its order. */
export const chooseDrivingIndex = (statements: Statements, filter: IssueFilter): DrivingIndex | undefined => {
  if (filter.iids !== undefined && filter.projectId !== undefined)
    return byNumber(filter.projectId, filter.iids, matchesOf('issue_texts', 'i.id', filter.search))
  // Words of an indexed length are looked up nowhere else.
  const match = filter.search === undefined ? undefined : matchExpression(filter.search)
  if (match !== undefined) return byWords(match)
  const [shortest] = [...joinTableIndexes(filter), ...ownColumns(filter), ...byReadableProjects(statements, filter)]
    .map((driving) => ({ driving, length: lengthOf(statements, driving) }))
    .sort((a, b) => a.length - b.length)
  return shortest !== undefined && shortest.length < LONG_INDEX_ROWS ? shortest.driving : undefined
}
