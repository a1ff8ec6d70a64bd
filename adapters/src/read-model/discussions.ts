import type { SystemNote } from '@forgefold/core/domains/activity'
import {
  type DiffPosition,
  type DiscussionQueries,
  discussion,
  type ForeignSource,
  type NoteableType,
  type NoteFilter,
  type NoteRow,
} from '@forgefold/core/domains/discussion'
import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { goingWith } from './deletions.js'
import { companionWriter } from './merge-requests/index.js'
import { type Condition, Lists } from './paging.js'
import { handle, type Projection } from './projection.js'

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
const TABLES = 'notes n JOIN discussions d ON d.id = n.discussion_id'

const rowOf = (stored: Stored): NoteRow => {
  const { discussionId, individual, position, commitId, text, blob, internal, system, ...rest } = stored
  return {
    ...rest,
    discussion: {
      id: discussionId,
      individual: individual === 1,
      diff: position === null ? undefined : { position: JSON.parse(position) as DiffPosition, commitId },
    },
    body: { text, blob },
    internal: internal === 1,
    system: system === null ? undefined : (JSON.parse(system) as SystemNote),
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
            AND json_extract(h.value, '$.projectId') = json_extract(n.system, '$.projectId'))`,
          values: [JSON.stringify(filter.hidden)],
        },
      ]),
  ...(filter.only === undefined
    ? []
    : [{ sql: `n.system IS ${filter.only === 'comments' ? '' : 'NOT '}NULL`, values: [] }]),
]

const queries = (db: Database): DiscussionQueries => {
  const lists = new Lists(db)
  const note = db.prepare<[string, number, number], Stored>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE n.noteable_type = ? AND n.noteable_id = ? AND n.id = ?`,
  )
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE n.id = ?`)
  const thread = db.prepare<[string, number, string], Stored>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE n.noteable_type = ? AND n.noteable_id = ? AND n.discussion_id = ? ORDER BY n.id`,
  )
  const threads = db.prepare<[string, number, string], Stored>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE n.noteable_type = ? AND n.noteable_id = ?
       AND n.discussion_id IN (SELECT value FROM json_each(?)) ORDER BY n.id`,
  )
  const unresolved = db.prepare<[number]>('SELECT 1 FROM notes WHERE noteable_id = ? AND open = 1 LIMIT 1')
  const onLines = db.prepare<[number], { readonly id: string; readonly position: string }>(
    `SELECT id, position FROM discussions
       WHERE noteable_type = 'MergeRequest' AND noteable_id = ? AND position IS NOT NULL ORDER BY id`,
  )
  const foreignSources = db.prepare<[string, number], ForeignSource>(
    `SELECT DISTINCT json_extract(system, '$.by') AS by, json_extract(system, '$.projectId') AS projectId FROM notes
       WHERE noteable_type = ? AND noteable_id = ? AND json_extract(system, '$.projectId') IS NOT NULL
       ORDER BY projectId, by`,
  )
  return {
    foreignSources: (type, noteableId) => foreignSources.all(type, noteableId),
    noteById: (id) => {
      const found = byId.get(id)
      return found === undefined ? undefined : rowOf(found)
    },
    onLines: (id) => onLines.all(id).map((row) => ({ id: row.id, position: JSON.parse(row.position) as DiffPosition })),
    note: (type, noteableId, noteId) => {
      const found = note.get(type, noteableId, noteId)
      return found === undefined ? undefined : rowOf(found)
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

export const discussions: Projection = {
  name: 'discussions',
  version: 3,
  schema: `
    CREATE TABLE discussions (
      id TEXT PRIMARY KEY,
      project_id INTEGER NOT NULL,
      noteable_type TEXT NOT NULL,
      noteable_id INTEGER NOT NULL,
      individual INTEGER NOT NULL,
      position TEXT,
      commit_id TEXT
    ) STRICT;
    CREATE INDEX discussions_by_noteable ON discussions (noteable_type, noteable_id);
    CREATE INDEX discussions_on_lines ON discussions (noteable_type, noteable_id) WHERE position IS NOT NULL;
    CREATE TABLE notes (
      id INTEGER PRIMARY KEY,
      discussion_id TEXT NOT NULL,
      noteable_type TEXT NOT NULL,
      noteable_id INTEGER NOT NULL,
      author_id INTEGER NOT NULL,
      body TEXT NOT NULL,
      body_blob TEXT,
      internal INTEGER NOT NULL,
      system TEXT,
      resolved_by INTEGER,
      resolved_at TEXT,
      open INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX notes_by_noteable ON notes (noteable_type, noteable_id, created_at, id);
    CREATE INDEX notes_by_update ON notes (noteable_type, noteable_id, updated_at, id);
    CREATE INDEX notes_open ON notes (noteable_id) WHERE open = 1;
    CREATE INDEX notes_by_discussion ON notes (discussion_id, id);
  `,
  handlers: (context) => {
    const { db } = context
    const requests = companionWriter(db)
    const start = db.prepare(
      `INSERT INTO discussions (id, project_id, noteable_type, noteable_id, individual, position, commit_id)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    const move = db.prepare('UPDATE discussions SET position = ? WHERE id = ?')
    const join = db.prepare(
      'UPDATE discussions SET individual = 0 WHERE id = ? AND EXISTS (SELECT 1 FROM notes WHERE discussion_id = ?)',
    )
    const about = db.prepare<[string], { readonly type: NoteableType; readonly id: number }>(
      'SELECT noteable_type AS type, noteable_id AS id FROM discussions WHERE id = ?',
    )
    const insert = db.prepare(
      `INSERT INTO notes (id, discussion_id, noteable_type, noteable_id, author_id, body, body_blob, internal, created_at,
         updated_at, open) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
    )
    const edit = db.prepare(
      'UPDATE notes SET body = ?, body_blob = ?, internal = coalesce(?, internal), updated_at = ? WHERE id = ?',
    )
    const remove = db.prepare('DELETE FROM notes WHERE id = ?')
    const resolve = db.prepare('UPDATE notes SET resolved_by = ?, resolved_at = ? WHERE discussion_id = ?')
    const resolveOne = db.prepare('UPDATE notes SET resolved_by = ?, resolved_at = ? WHERE id = ?')
    const reckon = db.prepare(
      `UPDATE notes SET open = (SELECT d.individual = 0 FROM discussions d WHERE d.id = notes.discussion_id)
         AND noteable_type = 'MergeRequest' AND resolved_at IS NULL
       WHERE discussion_id = ?`,
    )
    const forget = ['notes', 'discussions'].map((table) =>
      db.prepare(`DELETE FROM ${table} WHERE noteable_type = ? AND noteable_id = ?`),
    )
    const countIssue = db.prepare('UPDATE issues SET notes_count = notes_count + ?, updated_at = ? WHERE id = ?')
    const mention = db.prepare('INSERT OR IGNORE INTO issue_mentions (issue_id, user_id) VALUES (?, ?)')
    const mentionRequest = db.prepare(
      'INSERT OR IGNORE INTO merge_request_mentions (merge_request_id, user_id) VALUES (?, ?)',
    )
    const count = (discussionId: string, delta: 1 | -1, at: string): void => {
      const of = about.get(discussionId)
      if (of?.type === 'MergeRequest') requests.notes(of.id, delta, at)
      if (of?.type === 'Issue') countIssue.run(delta, at, of.id)
    }
    const mentionAll = (of: { readonly type: NoteableType; readonly id: number }, userIds: ReadonlyArray<number>) => {
      for (const userId of userIds) (of.type === 'Issue' ? mention : mentionRequest).run(of.id, userId)
    }
    const settled = ({ stream }: StoredEvent): void => {
      const of = about.get(idOf(stream))
      reckon.run(idOf(stream))
      if (of?.type === 'MergeRequest') requests.renew(of.id)
    }
    return [
      handle(context, discussion, {
        DiscussionStarted: ({ projectId, noteableType, noteableId, individual, diff }, { stream }) => {
          const position = diff === undefined ? null : JSON.stringify(diff.position)
          const about = [projectId, noteableType, noteableId, Number(individual), position, diff?.commitId ?? null]
          start.run(idOf(stream), ...about)
        },
        DiscussionMoved: ({ position }, { stream }) => {
          move.run(JSON.stringify(position), idOf(stream))
        },
        NoteAdded: ({ noteId, authorId, body, internal, mentionedIds }, { stream, metadata: { at } }) => {
          const id = idOf(stream)
          const of = about.get(id)
          if (of === undefined) return
          join.run(id, id)
          insert.run(noteId, id, of.type, of.id, authorId, body.text, body.blob, Number(internal), at, at)
          if (of.type === 'MergeRequest') requests.noter(of.id, authorId, at)
          mentionAll(of, mentionedIds)
          reckon.run(id)
          count(id, 1, at)
        },
        NoteEdited: ({ noteId, body, mentionedIds, internal }, { stream, metadata: { at } }) => {
          edit.run(body.text, body.blob, internal === undefined ? null : Number(internal), at, noteId)
          const of = about.get(idOf(stream))
          if (of !== undefined) mentionAll(of, mentionedIds)
        },
        NoteDeleted: ({ noteId }, { stream, metadata: { at } }) => {
          remove.run(noteId)
          count(idOf(stream), -1, at)
        },
        DiscussionResolved: ({ by }, event) => {
          resolve.run(by, event.metadata.at, idOf(event.stream))
          settled(event)
        },
        DiscussionUnresolved: (_, event) => {
          resolve.run(null, null, idOf(event.stream))
          settled(event)
        },
        NoteResolved: ({ noteId, by }, event) => {
          resolveOne.run(by, event.metadata.at, noteId)
          settled(event)
        },
        NoteUnresolved: ({ noteId }, event) => {
          resolveOne.run(null, null, noteId)
          settled(event)
        },
      }),
      ...goingWith(context, (type, id) => {
        for (const statement of forget) statement.run(type, id)
      }),
    ]
  },
  queries: (db) => ({ discussions: queries(db) }),
}
