import {
  type CommitCommentQueries,
  type CommitCommentRow,
  commitComment,
  type LineType,
} from '@forgefold/core/domains/conversation/commit-comment'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { withBackdatedEvents } from '../engine/backdated-events.js'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

interface Stored extends Omit<CommitCommentRow, 'body' | 'at' | 'individual' | 'position'> {
  readonly text: string
  readonly blob: string | null
  readonly path: string | null
  readonly line: number
  readonly lineType: LineType
  readonly individual: number
  readonly position: string | null
}

const COLUMNS = `id, project_id AS projectId, sha, author_id AS authorId, body AS text, body_blob AS blob, path, line,
  line_type AS lineType, discussion_id AS discussionId, individual, position, created_at AS createdAt,
  updated_at AS updatedAt`

const rowOf = ({ text, blob, path, line, lineType, individual, position, ...rest }: Stored): CommitCommentRow => ({
  ...rest,
  individual: individual === 1,
  position: position === null ? null : (JSON.parse(position) as CommitCommentRow['position']),
  body: { text, blob },
  at: path === null ? null : { path, line, lineType },
})

const queries = (db: Database): CommitCommentQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM commit_comments WHERE id = ?`)
  const thread = db.prepare<[number, string, string], Stored>(
    `SELECT ${COLUMNS} FROM commit_comments WHERE project_id = ? AND sha = ? AND discussion_id = ? ORDER BY id`,
  )
  return {
    thread: (projectId, sha, discussionId) => thread.all(projectId, sha, discussionId).map(rowOf),
    discussions: (projectId, sha, page) => {
      const isFirst = `NOT EXISTS (SELECT 1 FROM commit_comments e WHERE e.project_id = c.project_id AND e.sha = c.sha
        AND e.discussion_id = c.discussion_id AND e.id < c.id)`
      const where = [{ sql: `c.project_id = ? AND c.sha = ? AND ${isFirst}`, values: [projectId, sha] }]
      const query = { select: COLUMNS, from: 'commit_comments c', where, orderBy: 'c.id' }
      const found = lists.page<Stored>(query, page)
      return { rows: found.rows.map(rowOf), total: found.total }
    },
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
      discussion_id TEXT NOT NULL,
      individual INTEGER NOT NULL,
      position TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX commit_comments_by_commit ON commit_comments (project_id, sha, id);
    CREATE INDEX commit_comments_by_discussion ON commit_comments (project_id, sha, discussion_id, id);
  `,
  handlers: (context) => {
    const insert = context.db.prepare(
      `INSERT INTO commit_comments (id, project_id, sha, author_id, body, body_blob, path, line, line_type,
         discussion_id, individual, position, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const edit = context.db.prepare('UPDATE commit_comments SET body = ?, body_blob = ?, updated_at = ? WHERE id = ?')
    const remove = context.db.prepare('DELETE FROM commit_comments WHERE id = ?')
    return [
      handle(
        context,
        commitComment,
        withBackdatedEvents({
          CommitCommentAdded: (data, { stream, metadata }) => {
            const { projectId, sha, authorId, body, at, discussionId, position } = data
            const id = Number(idOf(stream))
            const line = [at?.path ?? null, at?.line ?? null, at?.lineType ?? null]
            // A comment by itself is a discussion named by its number.
            const discussion = [discussionId ?? id.toString(16).padStart(40, '0'), Number(discussionId === undefined)]
            const where = position === undefined ? null : JSON.stringify(position)
            const said = [projectId, sha, authorId, body.text, body.blob]
            insert.run(id, ...said, ...line, ...discussion, where, metadata.at, metadata.at)
          },
          CommitCommentEdited: ({ body }, { stream, metadata }) => {
            edit.run(body.text, body.blob, metadata.at, idOf(stream))
          },
          CommitCommentDeleted: (_, { stream }) => {
            remove.run(idOf(stream))
          },
        }),
      ),
    ]
  },
  queries: { commitComments: queries },
}
