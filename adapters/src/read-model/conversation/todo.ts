import { discussion } from '@forgefold/core/domains/conversation/discussion'
import { type TodoFilter, type TodoQueries, type TodoRow, todo } from '@forgefold/core/domains/conversation/todo'
import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { onIssuableDeleted } from '../engine/issuable-deletions.js'
import { type Condition, Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'
import { visibleIssues } from '../planning/issue/conditions.js'
import { visibleMergeRequests } from '../review/merge-request/index.js'

const COLUMNS = `t.id, t.user_id AS userId, t.author_id AS authorId, t.project_id AS projectId, t.action,
  t.target_type AS targetType, t.target_id AS targetId, t.note_id AS noteId, t.state, t.created_at AS createdAt, t.updated_at AS updatedAt`

/** To-dos whose targets the user may see now, by the policies of issues, merge requests and internal notes. */
const visible = (visibleTo: NonNullable<TodoFilter['visibleTo']>): Condition => {
  const issue = visibleIssues(visibleTo)
  const request = visibleMergeRequests(visibleTo)
  const insider = visibleTo.seesAll
    ? { sql: '1', values: [] }
    : {
        sql: `NOT EXISTS (SELECT 1 FROM notes n WHERE n.id = t.note_id AND n.internal = 1)
          OR EXISTS (SELECT 1 FROM project_authorizations a
            WHERE a.project_id = t.project_id AND a.user_id = ? AND a.level >= 20)`,
        values: [visibleTo.userId ?? 0],
      }
  return {
    sql: `CASE t.target_type
        WHEN 'Issue' THEN EXISTS (SELECT 1 FROM issues i JOIN projects p ON p.id = i.project_id
          WHERE i.id = t.target_id AND (${issue.sql}))
        ELSE EXISTS (SELECT 1 FROM merge_requests m WHERE m.id = t.target_id AND (${request.sql}))
      END AND (${insider.sql})`,
    values: [...issue.values, ...request.values, ...insider.values],
  }
}

const conditions = (filter: TodoFilter): ReadonlyArray<Condition> => {
  const { userId, visibleTo, state } = filter
  const where: Array<Condition> = [
    { sql: 't.user_id = ? AND t.state = ?', values: [userId, state] },
    ...(visibleTo === undefined ? [] : [visible(visibleTo)]),
  ]
  const add = (sql: string, value: unknown): void => {
    if (value !== undefined) where.push({ sql, values: [value] })
  }
  add('t.action = ?', filter.action)
  add('t.author_id = ?', filter.authorId)
  add('t.project_id = ?', filter.projectId)
  add('t.target_type = ?', filter.targetType)
  add(
    `t.project_id IN (SELECT p.id FROM projects p JOIN group_ancestors g ON g.group_id = p.group_id
      WHERE g.ancestor_id = ?)`,
    filter.groupId,
  )
  return where
}

const queries = (db: Database): TodoQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], TodoRow>(`SELECT ${COLUMNS} FROM todos t WHERE t.id = ?`)
  const pending = db.prepare<[number, string, number], TodoRow>(
    `SELECT ${COLUMNS} FROM todos t
     WHERE t.user_id = ? AND t.state = 'pending' AND t.target_type = ? AND t.target_id = ? ORDER BY t.id`,
  )
  const made = db.prepare<[string, number, string]>(
    'SELECT 1 FROM todos WHERE cause = ? AND user_id = ? AND action = ? LIMIT 1',
  )
  return {
    byId: (id) => byId.get(id),
    pendingOf: (userId, type, id) => pending.all(userId, type, id),
    isMade: (cause, userId, action) => made.get(cause, userId, action) !== undefined,
    list: (filter, page) =>
      lists.page<TodoRow>({ select: COLUMNS, from: 'todos t', where: conditions(filter), orderBy: 't.id DESC' }, page),
  }
}

/** To-dos in the read model. */
export const todos: Projection = {
  name: 'todos',
  version: 2,
  schema: `
    CREATE TABLE todos (
      id INTEGER PRIMARY KEY,
      user_id INTEGER NOT NULL,
      author_id INTEGER NOT NULL,
      project_id INTEGER NOT NULL,
      action TEXT NOT NULL,
      target_type TEXT NOT NULL,
      target_id INTEGER NOT NULL,
      note_id INTEGER,
      cause TEXT,
      state TEXT NOT NULL DEFAULT 'pending',
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX todos_by_user ON todos (user_id, state, id);
    CREATE INDEX todos_by_action ON todos (user_id, state, action, id);
    CREATE INDEX todos_by_author ON todos (user_id, state, author_id, id);
    CREATE INDEX todos_by_project ON todos (user_id, state, project_id, id);
    CREATE INDEX todos_by_target ON todos (target_type, target_id, user_id, state);
    CREATE INDEX todos_by_note ON todos (note_id) WHERE note_id IS NOT NULL;
    CREATE INDEX todos_by_cause ON todos (cause, user_id, action) WHERE cause IS NOT NULL;
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO todos (id, user_id, author_id, project_id, action, target_type, target_id, note_id, cause, created_at,
         updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const set = db.prepare('UPDATE todos SET state = ?, updated_at = ? WHERE id = ?')
    const forget = db.prepare('DELETE FROM todos WHERE target_type = ? AND target_id = ?')
    const forgetNote = db.prepare('DELETE FROM todos WHERE note_id = ?')
    const becomes =
      (state: TodoRow['state']) =>
      (_: unknown, { stream, metadata }: StoredEvent): void => {
        set.run(state, metadata.at, idOf(stream))
      }
    return [
      handle(context, todo, {
        TodoCreated: (data, { stream, metadata: { at, causationId = null } }) => {
          const { userId, authorId, projectId, action, targetType, targetId, noteId = null } = data
          const about = [projectId, action, targetType, targetId, noteId, causationId] as const
          insert.run(idOf(stream), userId, authorId, ...about, at, at)
        },
        TodoDone: becomes('done'),
        TodoPending: becomes('pending'),
      }),
      ...onIssuableDeleted(context, (type, id) => forget.run(type, id)),
      handle(context, discussion, { NoteDeleted: ({ noteId }) => forgetNote.run(noteId) }),
    ]
  },
  queries: { todos: queries },
}
