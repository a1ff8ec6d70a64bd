import {
  type DraftNoteQueries,
  type DraftNoteRow,
  type DraftsOf,
  draftNote,
} from '@forgefold/core/domains/conversation/draft-note'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { onIssuableDeleted } from '../engine/issuable-deletions.js'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

interface Stored extends Omit<DraftNoteRow, 'body' | 'position' | 'resolves'> {
  readonly text: string
  readonly blob: string | null
  readonly position: string | null
  readonly resolves: number
}

const COLUMNS = `id, project_id AS projectId, merge_request_id AS mergeRequestId, author_id AS authorId,
  note_id AS noteId, discussion_id AS discussionId, resolves, commit_id AS commitId, body AS text, body_blob AS blob,
  position`

const rowOf = ({ text, blob, position, resolves, ...rest }: Stored): DraftNoteRow => ({
  ...rest,
  body: { text, blob },
  position: position === null ? null : (JSON.parse(position) as DraftNoteRow['position']),
  resolves: resolves === 1,
})

const queries = (db: Database): DraftNoteQueries => {
  const lists = new Lists(db)
  const find = db.prepare<[number, number, number], Stored>(
    `SELECT ${COLUMNS} FROM draft_notes WHERE merge_request_id = ? AND author_id = ? AND id = ?`,
  )
  return {
    find: ({ mergeRequestId, authorId }, id) => {
      const stored = find.get(mergeRequestId, authorId, id)
      return stored === undefined ? undefined : rowOf(stored)
    },
    list: ({ mergeRequestId, authorId }: DraftsOf, page) => {
      const where = [{ sql: 'merge_request_id = ? AND author_id = ?', values: [mergeRequestId, authorId] }]
      const found = lists.page<Stored>({ select: COLUMNS, from: 'draft_notes', where, orderBy: 'id' }, page)
      return { rows: found.rows.map(rowOf), total: found.total }
    },
  }
}

const json = (position: DraftNoteRow['position']): string | null =>
  position === null ? null : JSON.stringify(position)

/** Draft notes in the read model. */
export const draftNotes: Projection = {
  name: 'draft_notes',
  version: 1,
  schema: `
    CREATE TABLE draft_notes (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      merge_request_id INTEGER NOT NULL,
      author_id INTEGER NOT NULL,
      note_id INTEGER NOT NULL,
      discussion_id TEXT,
      resolves INTEGER NOT NULL,
      commit_id TEXT,
      body TEXT NOT NULL,
      body_blob TEXT,
      position TEXT
    ) STRICT;
    CREATE INDEX draft_notes_by_author ON draft_notes (merge_request_id, author_id, id);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO draft_notes (id, project_id, merge_request_id, author_id, note_id, discussion_id, resolves, commit_id,
         body, body_blob, position) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const say = db.prepare('UPDATE draft_notes SET body = ?, body_blob = ? WHERE id = ?')
    const place = db.prepare('UPDATE draft_notes SET position = ? WHERE id = ?')
    const remove = db.prepare('DELETE FROM draft_notes WHERE id = ?')
    const forget = db.prepare('DELETE FROM draft_notes WHERE merge_request_id = ?')
    return [
      handle(context, draftNote, {
        DraftNoteCreated: (data, { stream }) => {
          const { projectId, mergeRequestId, authorId, noteId, discussionId, resolves, commitId, body } = data
          insert.run(
            ...[idOf(stream), projectId, mergeRequestId, authorId, noteId, discussionId, Number(resolves), commitId],
            ...[body.text, body.blob, json(data.position)],
          )
        },
        DraftNoteChanged: ({ body, position }, { stream }) => {
          if (body !== undefined) say.run(body.text, body.blob, idOf(stream))
          if (position !== undefined) place.run(json(position), idOf(stream))
        },
        DraftNotePublished: (_, { stream }) => {
          remove.run(idOf(stream))
        },
        DraftNoteDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
      ...onIssuableDeleted(context, (type, id) => {
        if (type === 'MergeRequest') forget.run(id)
      }),
    ]
  },
  queries: { draftNotes: queries },
}
