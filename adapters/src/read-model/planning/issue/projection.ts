import type { IssueFilter, IssueQueries, IssueRow } from '@forgefold/core/domains/planning/issue'
import { issue } from '@forgefold/core/domains/planning/issue'
import type { Database } from 'better-sqlite3'
import { AnswerCache, appliedEditionOf } from '../../engine/answer-cache.js'
import { withBackdatedEvents } from '../../engine/backdated-events.js'
import { Lists, Statements } from '../../engine/paging.js'
import { handle, type Projection } from '../../engine/projection.js'
import { orderBy, orderKeysOf } from '../../issuable/order-keys.js'
import { participantQueries } from '../../issuable/participants.js'
import { conditions } from './conditions.js'
import { chooseDrivingIndex } from './driving-index.js'
import { issueHandlers } from './handlers.js'
import { openCountOf, openCountsSchema } from './open-counts.js'
import { schema } from './schema.js'

interface Stored
  extends Omit<IssueRow, 'description' | 'confidential' | 'discussionLocked' | 'assigneeIds' | 'labelIds'> {
  readonly text: string | null
  readonly blob: string | null
  readonly tasks: number
  readonly tasksDone: number
  readonly confidential: number
  readonly discussionLocked: number | null
  readonly assignees: string
  readonly labels: string
}

const COLUMNS = `i.id, i.iid, i.project_id AS projectId, i.author_id AS authorId, i.title, i.description AS text,
  i.description_blob AS blob, i.tasks, i.tasks_done AS tasksDone, i.state, i.milestone_id AS milestoneId,
  i.due_date AS dueDate, i.confidential, i.discussion_locked AS discussionLocked, i.weight, i.issue_type AS issueType, i.closed_at AS closedAt,
  i.closed_by AS closedBy, i.duplicate_of AS duplicateOf, i.moved_to AS movedTo, i.rank, i.time_estimate AS timeEstimate, i.time_spent AS timeSpent, i.notes_count AS notesCount, i.upvotes, i.downvotes, i.created_at AS createdAt,
  i.updated_at AS updatedAt,
  (SELECT json_group_array(user_id) FROM (SELECT user_id FROM issue_assignees s WHERE s.issue_id = i.id ORDER BY place)) AS assignees,
  (SELECT json_group_array(label_id) FROM issue_labels s WHERE s.issue_id = i.id) AS labels,
  (SELECT count(*) FROM issue_closers s WHERE s.issue_id = i.id) AS closersCount`

const NONE: ReadonlyArray<number> = []

const idsIn = (text: string): ReadonlyArray<number> =>
  text === '[]' ? NONE : (JSON.parse(text) as ReadonlyArray<number>)

/** Member by member: taking some of many members away from an object costs as much as reading the row. */
const rowOf = (stored: Stored): IssueRow => ({
  id: stored.id,
  iid: stored.iid,
  projectId: stored.projectId,
  authorId: stored.authorId,
  title: stored.title,
  description: { text: stored.text, blob: stored.blob, tasks: stored.tasks, tasksDone: stored.tasksDone },
  state: stored.state,
  milestoneId: stored.milestoneId,
  dueDate: stored.dueDate,
  confidential: stored.confidential === 1,
  discussionLocked: stored.discussionLocked === null ? null : stored.discussionLocked === 1,
  weight: stored.weight,
  issueType: stored.issueType,
  closedAt: stored.closedAt,
  closedBy: stored.closedBy,
  duplicateOf: stored.duplicateOf,
  movedTo: stored.movedTo,
  rank: stored.rank,
  timeEstimate: stored.timeEstimate,
  timeSpent: stored.timeSpent,
  notesCount: stored.notesCount,
  upvotes: stored.upvotes,
  downvotes: stored.downvotes,
  createdAt: stored.createdAt,
  updatedAt: stored.updatedAt,
  assigneeIds: idsIn(stored.assignees),
  labelIds: idsIn(stored.labels),
  closersCount: stored.closersCount,
})

/** The sort keys, in order. */
const ORDERS: Readonly<Record<IssueFilter['orderBy'], ReadonlyArray<string>>> = {
  ...orderKeysOf({ alias: 'i', labels: 'issue_labels', key: 'issue_id' }),
  weight: ['i.weight'],
  due_date: ['i.due_date'],
  relative_position: ['i.rank'],
}

const orderOf = ({ orderBy: order, sort }: IssueFilter): string => orderBy(order, ORDERS[order], { alias: 'i', sort })

/** The number of cached rows: what is written together on one issue reads it several times for each event. */
const MAX_CACHED_ROWS = 1000

const PARTICIPANTS = `
  SELECT author_id AS user_id, 0 AS rank, 0 AS place FROM issues WHERE id = $id
  UNION ALL SELECT user_id, 1, 0 FROM issue_assignees WHERE issue_id = $id
  UNION ALL SELECT user_id, 4, 0 FROM issue_mentions WHERE issue_id = $id
  UNION ALL SELECT user_id, 5, 0 FROM awards WHERE awardable_type = 'Issue' AND awardable_id = $id`

const queries = (db: Database): IssueQueries => {
  const lists = new Lists(db)
  const statements = new Statements(db)
  const find = db.prepare<[number, number], Stored>(
    `SELECT ${COLUMNS} FROM issues i WHERE i.project_id = ? AND i.iid = ?`,
  )
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM issues i WHERE i.id = ?`)
  const subscription = db
    .prepare<[number, number], number>('SELECT subscribed FROM issue_subscriptions WHERE issue_id = ? AND user_id = ?')
    .pluck()
  const closers = db
    .prepare<[number], number>(
      'SELECT merge_request_id FROM issue_closers WHERE issue_id = ? ORDER BY merge_request_id',
    )
    .pluck()
  const closedBy = db
    .prepare<[number], number>('SELECT issue_id FROM issue_closers WHERE merge_request_id = ? ORDER BY issue_id')
    .pluck()
  const after = db
    .prepare<[number, string], string>(
      'SELECT rank FROM issues WHERE project_id = ? AND rank > ? ORDER BY rank LIMIT 1',
    )
    .pluck()
  const before = db
    .prepare<[number, string], string>(
      'SELECT rank FROM issues WHERE project_id = ? AND rank < ? ORDER BY rank DESC LIMIT 1',
    )
    .pluck()
  const several = db.prepare<[string], Stored>(
    `SELECT ${COLUMNS} FROM json_each(?) w CROSS JOIN issues i ON i.id = w.value ORDER BY w.key`,
  )
  const rowsOf = (ids: ReadonlyArray<number>): ReadonlyArray<IssueRow> => several.all(JSON.stringify(ids)).map(rowOf)
  const found = (filter: IssueFilter) => {
    const driving = chooseDrivingIndex(statements, filter)
    const from = `${driving?.from ?? 'issues i'} CROSS JOIN projects p ON p.id = i.project_id`
    return { from, where: [...(driving === undefined ? [] : [driving.where]), ...conditions(filter)] }
  }
  const one = (stored: Stored | undefined): IssueRow | undefined => (stored === undefined ? undefined : rowOf(stored))
  const rows = new AnswerCache<IssueRow | undefined>(appliedEditionOf(db), MAX_CACHED_ROWS)
  return {
    find: (projectId, iid) => rows.get(`${projectId} ${iid}`, () => one(find.get(projectId, iid))),
    byId: (id) => rows.get(`${id}`, () => one(byId.get(id))),
    list: (filter, request) => {
      const { from, where } = found(filter)
      // Whole rows are read only for the current page.
      const page = lists.page<{ readonly id: number }>(
        { select: 'i.id', from, where, orderBy: orderOf(filter) },
        request,
      )
      return { rows: rowsOf(page.rows.map(({ id }) => id)), total: page.total }
    },
    counts: (filter) => {
      const counted = lists.counts(found(filter), 'i.state')
      return { opened: counted.get('opened') ?? 0, closed: counted.get('closed') ?? 0 }
    },
    openCount: openCountOf(db),
    neighbour: (projectId, rank, way) => (way === 'after' ? after : before).get(projectId, rank),
    closers: (id) => closers.all(id),
    closedBy: (mergeRequestId) => closedBy.all(mergeRequestId),
    ...participantQueries(db, 'Issue', PARTICIPANTS),
    subscription: (id, userId) => {
      const wish = subscription.get(id, userId)
      return wish === undefined ? undefined : wish === 1
    },
  }
}

/** Issues in the read model. */
export const issues: Projection = {
  name: 'issues',
  version: 4,
  schema: schema + openCountsSchema,
  handlers: (context) => [handle(context, issue, withBackdatedEvents(issueHandlers(context)))],
  queries: { issues: queries },
}
