import { type TodoFilter, type TodoQueries, type TodoRow, todo } from '@forgefold/core/domains/todo'
import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { type Condition, Lists } from './paging.js'
import { handle, type Projection } from './projection.js'

const COLUMNS = `t.id, t.user_id AS userId, t.author_id AS authorId, t.project_id AS projectId, t.action,
  t.target_type AS targetType, t.target_id AS targetId, t.state, t.created_at AS createdAt, t.updated_at AS updatedAt`

const conditions = (filter: TodoFilter): ReadonlyArray<Condition> => {
  const where: Array<Condition> = [{ sql: 't.user_id = ? AND t.state = ?', values: [filter.userId, filter.state] }]
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
     WHERE t.user_id = ? AND t.state = 'pending' AND t.target_type = ? AND t.target_id = ? LIMIT 1`,
  )
  const about = db
    .prepare<[string, number], number>(
      "SELECT id FROM todos WHERE target_type = ? AND target_id = ? AND state = 'pending' ORDER BY id",
    )
    .pluck()
  return {
    byId: (id) => byId.get(id),
    pendingFor: (userId, type, id) => pending.get(userId, type, id),
    list: (filter, page) =>
      lists.page<TodoRow>({ select: COLUMNS, from: 'todos t', where: conditions(filter), orderBy: 't.id DESC' }, page),
    pendingAbout: (type, id) => about.all(type, id),
  }
}

export const todos: Projection = {
  name: 'todos',
  version: 1,
  schema: `
    CREATE TABLE todos (
      id INTEGER PRIMARY KEY,
      user_id INTEGER NOT NULL,
      author_id INTEGER NOT NULL,
      project_id INTEGER NOT NULL,
      action TEXT NOT NULL,
      target_type TEXT NOT NULL,
      target_id INTEGER NOT NULL,
      state TEXT NOT NULL DEFAULT 'pending',
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX todos_by_user ON todos (user_id, state, id);
    CREATE INDEX todos_by_target ON todos (target_type, target_id, state, user_id);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO todos (id, user_id, author_id, project_id, action, target_type, target_id, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const set = db.prepare('UPDATE todos SET state = ?, updated_at = ? WHERE id = ?')
    const becomes =
      (state: TodoRow['state']) =>
      (_: unknown, { stream, metadata }: StoredEvent): void => {
        set.run(state, metadata.at, idOf(stream))
      }
    return [
      handle(context, todo, {
        TodoCreated: (data, { stream, metadata: { at } }) => {
          const { userId, authorId, projectId, action, targetType, targetId } = data
          insert.run(idOf(stream), userId, authorId, projectId, action, targetType, targetId, at, at)
        },
        TodoDone: becomes('done'),
        TodoPending: becomes('pending'),
      }),
    ]
  },
  queries: (db) => ({ todos: queries(db) }),
}
