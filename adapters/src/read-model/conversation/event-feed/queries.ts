import type {
  FeedFilter,
  FeedPush,
  FeedQueries,
  FeedRow,
  FeedSubject,
} from '@forgefold/core/domains/conversation/event-feed'
import type { Database } from 'better-sqlite3'
import { type Condition, Lists } from '../../engine/paging.js'
import { visibleIssues } from '../../planning/issue/conditions.js'
import { readableCode, visibleProjects } from '../../projects/visible.js'
import { visibleMergeRequests } from '../../review/merge-request/index.js'

interface Stored extends Pick<FeedRow, 'id' | 'projectId' | 'authorId' | 'action' | 'createdAt'> {
  readonly subjectType: FeedSubject['type'] | null
  readonly subjectId: number
  readonly subjectIid: number
  readonly title: string | null
  readonly noteableType: NonNullable<FeedSubject['noteable']>['type'] | null
  readonly noteableId: number
  readonly ref: string | null
  readonly refFrom: string | null
  readonly refTo: string | null
  readonly refBase: string | null
  readonly refs: number | null
}

const TITLE = `CASE coalesce(e.noteable_type, e.subject_type)
  WHEN 'issue' THEN (SELECT title FROM issues WHERE id = e.subject_id)
  WHEN 'Issue' THEN (SELECT title FROM issues WHERE id = e.noteable_id)
  WHEN 'merge_request' THEN (SELECT title FROM merge_requests WHERE id = e.subject_id)
  WHEN 'MergeRequest' THEN (SELECT title FROM merge_requests WHERE id = e.noteable_id)
  WHEN 'milestone' THEN (SELECT title FROM milestones WHERE id = e.subject_id) END`

const COLUMNS = `e.id, e.project_id AS projectId, e.author_id AS authorId, e.action, e.subject_type AS subjectType,
  e.subject_id AS subjectId, e.subject_iid AS subjectIid, ${TITLE} AS title, e.noteable_type AS noteableType,
  e.noteable_id AS noteableId, e.ref, e.ref_from AS refFrom, e.ref_to AS refTo, e.ref_base AS refBase, e.refs,
  e.created_at AS createdAt`

const subjectOf = (row: Stored): FeedSubject | null => {
  const { subjectType: type, subjectId: id, subjectIid: iid, title, noteableType, noteableId } = row
  if (type === null) return null
  return { type, id, iid, title, noteable: noteableType === null ? null : { type: noteableType, id: noteableId } }
}

const pushIn = ({ ref, refFrom: from, refTo: to, refBase: base, refs }: Stored): FeedPush | null =>
  ref === null ? null : { ref, from, to, base, refs }

const rowOf = (row: Stored): FeedRow => ({
  id: row.id,
  projectId: row.projectId,
  authorId: row.authorId,
  action: row.action,
  subject: subjectOf(row),
  push: pushIn(row),
  createdAt: row.createdAt,
})

/** Entries whose targets the viewer may see now, by the policies of these targets. */
const visible = (visibleTo: FeedFilter['visibleTo']): ReadonlyArray<Condition> => {
  const issue = visibleIssues(visibleTo)
  const request = visibleMergeRequests(visibleTo)
  const code = readableCode(visibleTo)
  const insider = visibleTo.seesAll
    ? { sql: '1', values: [] }
    : {
        sql: `e.subject_type IS NOT 'note' OR NOT EXISTS (SELECT 1 FROM notes n WHERE n.id = e.subject_id AND n.internal = 1)
          OR EXISTS (SELECT 1 FROM project_authorizations a
            WHERE a.project_id = e.project_id AND a.user_id = ? AND a.level >= 20)`,
        values: [visibleTo.userId ?? 0],
      }
  const about = `CASE
    WHEN e.subject_type = 'issue' OR e.noteable_type = 'Issue' THEN EXISTS (SELECT 1 FROM issues i
      WHERE i.id = coalesce(e.noteable_id, e.subject_id) AND (${issue.sql}))
    WHEN e.subject_type = 'merge_request' OR e.noteable_type = 'MergeRequest' THEN EXISTS (SELECT 1 FROM merge_requests m
      WHERE m.id = coalesce(e.noteable_id, e.subject_id) AND (${request.sql}))
    WHEN e.action = 'pushed' OR e.subject_type = 'note' THEN (${code.sql})
    ELSE 1 END`
  return [
    visibleProjects(visibleTo, 'p'),
    { sql: about, values: [...issue.values, ...request.values, ...code.values] },
    insider,
  ]
}

const conditions = (filter: FeedFilter): ReadonlyArray<Condition> => {
  const where: Array<Condition> = []
  const add = (sql: string, value: unknown): void => {
    if (value !== undefined) where.push({ sql, values: [value] })
  }
  add('e.author_id = ?', filter.authorId)
  add('e.project_id = ?', filter.projectId)
  add(
    'e.project_id IN (SELECT a.project_id FROM project_authorizations a WHERE a.user_id = ? AND a.level >= 10)',
    filter.memberId,
  )
  add('e.action = ?', filter.action)
  add('e.subject_type = ?', filter.target)
  add("e.created_at < ? || 'T'", filter.before)
  add("e.created_at > ? || 'T99'", filter.after)
  if (filter.none === true) where.push({ sql: '0', values: [] })
  return [...where, ...visible(filter.visibleTo)]
}

/** Queries of event feeds. */
export const feedQueries = (db: Database): FeedQueries => {
  const lists = new Lists(db)
  return {
    list: (filter, page) => {
      const from = 'feed_entries e JOIN projects p ON p.id = e.project_id'
      const orderBy = filter.sort === 'asc' ? 'e.id' : 'e.id DESC'
      const found = lists.page<Stored>({ select: COLUMNS, from, where: conditions(filter), orderBy }, page)
      return { rows: found.rows.map(rowOf), total: found.total }
    },
  }
}
