import type { SystemNote } from '@forgefold/core/domains/conversation/activity'
import type {
  ConfidentialSource,
  CrossProjectSource,
  DiffPosition,
  DiscussionQueries,
  NoteFilter,
  NoteRow,
  SuggestionRow,
} from '@forgefold/core/domains/conversation/discussion'
import type { Database } from 'better-sqlite3'
import { AnswerCache, appliedEditionOf } from '../../engine/answer-cache.js'
import { type Condition, Lists } from '../../engine/paging.js'

interface Stored extends Omit<NoteRow, 'discussion' | 'body' | 'internal' | 'system'> {
  readonly discussionId: string
  readonly individual: number
  readonly position: string | null
  readonly commitId: string | null
  readonly text: string
  readonly blob: string | null
  readonly internal: number
  readonly system: string | null
}

const COLUMNS = `n.id, n.discussion_id AS discussionId, d.individual, d.position,
  d.commit_id AS commitId, n.resolved_by AS resolvedBy,
  n.resolved_at AS resolvedAt, d.project_id AS projectId, n.noteable_type AS noteableType, n.noteable_id AS noteableId,
  n.author_id AS authorId, n.body AS text, n.body_blob AS blob, n.internal, n.system, n.created_at AS createdAt,
  n.updated_at AS updatedAt`

const SUGGESTION = `id, note_id AS noteId, discussion_id AS discussionId, above, below, old_text AS "from", new_text AS "to",
  commit_id AS commitId`

const TABLES = 'notes n JOIN discussions d ON d.id = n.discussion_id'

/** Member by member: taking some of many members away from an object costs as much as reading the row. */
const rowOf = (stored: Stored): NoteRow => {
  const { discussionId, individual, position, commitId, text, blob, system } = stored
  return {
    id: stored.id,
    discussion: {
      id: discussionId,
      individual: individual === 1,
      diff: position === null ? undefined : { position: JSON.parse(position) as DiffPosition, commitId },
    },
    projectId: stored.projectId,
    noteableType: stored.noteableType,
    noteableId: stored.noteableId,
    authorId: stored.authorId,
    body: { text, blob },
    internal: stored.internal === 1,
    system: system === null ? undefined : (JSON.parse(system) as SystemNote),
    resolvedBy: stored.resolvedBy,
    resolvedAt: stored.resolvedAt,
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
  }
}

const conditions = (filter: Omit<NoteFilter, 'orderBy' | 'sort'>): Array<Condition> => [
  { sql: 'n.noteable_type = ? AND n.noteable_id = ?', values: [filter.noteableType, filter.noteableId] },
  ...(filter.internal ? [] : [{ sql: 'n.internal = 0', values: [] }]),
  ...(filter.mergeRequests
    ? []
    : [
        {
          sql: `n.system IS NULL OR json_extract(n.system, '$.by') IS NOT 'MergeRequest'
            OR json_extract(n.system, '$.projectId') IS NOT NULL`,
          values: [],
        },
      ]),
  ...(filter.hidden.length === 0
    ? []
    : [
        {
          sql: `NOT EXISTS (SELECT 1 FROM json_each(?) h WHERE json_extract(h.value, '$.by') = json_extract(n.system, '$.by')
            AND json_extract(h.value, '$.projectId') IS json_extract(n.system, '$.projectId')
            AND coalesce(json_extract(h.value, '$.iid') = json_extract(n.system, '$.iid'), 1))`,
          values: [JSON.stringify(filter.hidden)],
        },
      ]),
  ...(filter.only === undefined
    ? []
    : [{ sql: `n.system IS ${filter.only === 'comments' ? '' : 'NOT '}NULL`, values: [] }]),
]

/** The most notes that are kept until an event is applied. */
const MAX_KEPT = 1000

/** Queries of discussions and notes. */
export const discussionQueries = (db: Database): DiscussionQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE n.id = ?`)
  const thread = db.prepare<[string, number, string], Stored>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE n.noteable_type = ? AND n.noteable_id = ? AND n.discussion_id = ? ORDER BY n.id`,
  )
  // Found by their discussions: the thing may have many more notes than these.
  const threads = db.prepare<[string, number, string], Stored>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE +n.noteable_type = ? AND +n.noteable_id = ?
       AND n.discussion_id IN (SELECT value FROM json_each(?)) ORDER BY n.id`,
  )
  const unresolved = db.prepare<[number]>('SELECT 1 FROM notes WHERE noteable_id = ? AND open = 1 LIMIT 1')
  const onLines = db.prepare<[number], { readonly id: string; readonly position: string }>(
    `SELECT id, position FROM discussions
       WHERE noteable_type = 'MergeRequest' AND noteable_id = ? AND position IS NOT NULL ORDER BY id`,
  )
  const suggestionsOf = db.prepare<[number], SuggestionRow>(
    `SELECT ${SUGGESTION} FROM suggestions WHERE note_id = ? ORDER BY id`,
  )
  const suggestion = db.prepare<[number], SuggestionRow>(`SELECT ${SUGGESTION} FROM suggestions WHERE id = ?`)
  const crossProjectSources = db.prepare<[string, number], CrossProjectSource>(
    `SELECT DISTINCT json_extract(system, '$.by') AS by, json_extract(system, '$.projectId') AS projectId FROM notes
       WHERE noteable_type = ? AND noteable_id = ? AND json_extract(system, '$.projectId') IS NOT NULL
       ORDER BY projectId, by`,
  )
  const confidentialSources = db.prepare<[string, number], Omit<ConfidentialSource, 'by'>>(
    `SELECT DISTINCT json_extract(n.system, '$.projectId') AS projectId, r.iid FROM ${TABLES}
       JOIN remembered r ON r.noteable_type = 'Issue' AND r.iid = json_extract(n.system, '$.iid')
         AND r.project_id = coalesce(json_extract(n.system, '$.projectId'), d.project_id)
       WHERE n.noteable_type = ? AND n.noteable_id = ? AND json_extract(n.system, '$.by') = 'Issue' AND r.confidential = 1
       ORDER BY 1, 2`,
  )
  // The request that writes a note and the reactors to it read the same one.
  const kept = new AnswerCache<NoteRow | undefined>(appliedEditionOf(db), MAX_KEPT)
  const noteById = (id: number): NoteRow | undefined =>
    kept.get(`${id}`, () => {
      const found = byId.get(id)
      return found === undefined ? undefined : rowOf(found)
    })
  return {
    confidentialSources: (type, noteableId) =>
      confidentialSources.all(type, noteableId).map((source) => ({ by: 'Issue', ...source })),
    crossProjectSources: (type, noteableId) => crossProjectSources.all(type, noteableId),
    noteById,
    suggestionsOf: (noteId) => suggestionsOf.all(noteId),
    suggestions: (ids) => [...new Set(ids)].flatMap((id) => suggestion.get(id) ?? []),
    onLines: (id) => onLines.all(id).map((row) => ({ id: row.id, position: JSON.parse(row.position) as DiffPosition })),
    note: (type, noteableId, noteId) => {
      const found = noteById(noteId)
      return found?.noteableType === type && found.noteableId === noteableId ? found : undefined
    },
    notes: (filter, request) => {
      const way = filter.sort === 'desc' ? 'DESC' : 'ASC'
      const orderBy = `n.${filter.orderBy} ${way}, n.id ${way}`
      const query = { select: COLUMNS, from: TABLES, countFrom: 'notes n', where: conditions(filter), orderBy }
      const found = lists.page<Stored>(query, request)
      return { rows: found.rows.map(rowOf), total: found.total }
    },
    list: (filter, request) => {
      const first = `n.id = (SELECT min(o.id) FROM notes o WHERE o.discussion_id = n.discussion_id)`
      const where = [...conditions(filter), { sql: first, values: [] }]
      const query = { select: 'n.discussion_id AS id', from: 'notes n', where, orderBy: 'n.created_at, n.id' }
      const found = lists.page<{ readonly id: string }>(query, request)
      return { rows: found.rows.map(({ id }) => id), total: found.total }
    },
    threads: (type, noteableId, ids) => {
      const found = new Map<string, Array<NoteRow>>(ids.map((id) => [id, []]))
      for (const stored of threads.all(type, noteableId, JSON.stringify(ids)))
        found.get(stored.discussionId)?.push(rowOf(stored))
      return found
    },
    thread: (type, noteableId, discussionId) => thread.all(type, noteableId, discussionId).map(rowOf),
    allResolved: (mergeRequestId) => unresolved.get(mergeRequestId) === undefined,
  }
}
