import {
  type CommitCommentQueries,
  type CommitCommentRow,
  commitComment,
  type LineType,
} from '@forgefold/core/domains/conversation/commit-comment'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

interface Stored extends Omit<CommitCommentRow, 'body' | 'at'> {
  readonly text: string
  readonly blob: string | null
  readonly path: string | null
  readonly line: number
  readonly lineType: LineType
}

const COLUMNS = `id, project_id AS projectId, sha, author_id AS authorId, body AS text, body_blob AS blob, path, line,
  line_type AS lineType, created_at AS createdAt`

const rowOf = ({ text, blob, path, line, lineType, ...rest }: Stored): CommitCommentRow => ({
  ...rest,
  body: { text, blob },
  at: path === null ? null : { path, line, lineType },
})

const queries = (db: Database): CommitCommentQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM commit_comments WHERE id = ?`)
  return {
    byId: (id) => {
      const found = byId.get(id)
      return found === undefined ? undefined : rowOf(found)
    },
    list: (projectId, sha, page) => {
      const where = [{ sql: 'project_id = ? AND sha = ?', values: [projectId, sha] }]
      const query = { select: COLUMNS, from: 'commit_comments', where, orderBy: 'id' }
      const found = lists.page<Stored>(query, page)
      return { rows: found.rows.map(rowOf), total: found.total }
    },
  }
}

/** Commit comments in the read model. */
export const commitComments: Projection = {
  name: 'commit-comments',
  version: 1,
  schema: `
    CREATE TABLE commit_comments (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      sha TEXT NOT NULL,
      author_id INTEGER NOT NULL,
      body TEXT NOT NULL,
      body_blob TEXT,
      path TEXT,
      line INTEGER,
      line_type TEXT,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX commit_comments_by_commit ON commit_comments (project_id, sha, id);
  `,
  handlers: (context) => {
    const insert = context.db.prepare(
      `INSERT INTO commit_comments (id, project_id, sha, author_id, body, body_blob, path, line, line_type, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    return [
      handle(context, commitComment, {
        CommitCommentAdded: ({ projectId, sha, authorId, body, at }, { stream, metadata }) => {
          const line = [at?.path ?? null, at?.line ?? null, at?.lineType ?? null]
          insert.run(idOf(stream), projectId, sha, authorId, body.text, body.blob, ...line, metadata.at)
        },
      }),
    ]
  },
  queries: (db) => ({ commitComments: queries(db) }),
}
