import { type AwardQueries, type AwardRow, awardEmoji } from '@forgefold/core/domains/conversation/award-emoji'
import { discussion } from '@forgefold/core/domains/conversation/discussion'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { onIssuableDeleted } from '../engine/issuable-deletions.js'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'
import { noteAndAwardWriter } from '../review/merge-request/index.js'
import { noteParticipantWriter } from './discussion/note-participant-writer.js'

const COLUMNS = `id, user_id AS userId, name, awardable_type AS awardableType, awardable_id AS awardableId,
  created_at AS createdAt`

const queries = (db: Database): AwardQueries => {
  const lists = new Lists(db)
  const find = db.prepare<[string, number, number], AwardRow>(
    `SELECT ${COLUMNS} FROM awards WHERE awardable_type = ? AND awardable_id = ? AND id = ?`,
  )
  const given = db.prepare<[string, number, number, string], AwardRow>(
    `SELECT ${COLUMNS} FROM awards WHERE awardable_type = ? AND awardable_id = ? AND user_id = ? AND name = ?`,
  )
  return {
    given: ({ awardableType, awardableId, userId, name }) => given.get(awardableType, awardableId, userId, name),
    find: (type, awardableId, id) => find.get(type, awardableId, id),
    list: (type, awardableId, page) => {
      const where = [{ sql: 'awardable_type = ? AND awardable_id = ?', values: [type, awardableId] }]
      return lists.page<AwardRow>({ select: COLUMNS, from: 'awards', where, orderBy: 'id' }, page)
    },
  }
}

/** Award emoji in the read model. */
export const awards: Projection = {
  name: 'awards',
  version: 3,
  schema: `
    CREATE TABLE awards (
      id INTEGER PRIMARY KEY,
      user_id INTEGER NOT NULL,
      name TEXT NOT NULL,
      awardable_type TEXT NOT NULL,
      awardable_id INTEGER NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX awards_by_awardable ON awards (awardable_type, awardable_id, id);
    CREATE INDEX awards_of_user ON awards (awardable_type, awardable_id, user_id);
    CREATE INDEX awards_by_user ON awards (user_id, awardable_type, name, awardable_id);
  `,
  handlers: (context) => {
    const { db } = context
    const requests = noteAndAwardWriter(db)
    const insert = db.prepare(
      'INSERT INTO awards (id, user_id, name, awardable_type, awardable_id, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    )
    const one = db.prepare<[string], AwardRow>(`SELECT ${COLUMNS} FROM awards WHERE id = ?`)
    const remove = db.prepare('DELETE FROM awards WHERE id = ?')
    const forget = db.prepare('DELETE FROM awards WHERE awardable_type = ? AND awardable_id = ?')
    const forgetOnNotes = db.prepare(
      `DELETE FROM awards WHERE awardable_type = 'Note' AND awardable_id IN
         (SELECT id FROM notes WHERE noteable_type = ? AND noteable_id = ?)`,
    )
    const touchNote = db.prepare('UPDATE notes SET updated_at = ? WHERE id = ?')
    const people = noteParticipantWriter(db)
    const countVote = db.prepare(
      `UPDATE issues SET upvotes = upvotes + @delta * (@name = 'thumbsup'),
         downvotes = downvotes + @delta * (@name = 'thumbsdown') WHERE id = @id`,
    )
    return [
      handle(context, awardEmoji, {
        AwardGiven: ({ userId, name, awardableType, awardableId }, { stream, metadata: { at } }) => {
          insert.run(idOf(stream), userId, name, awardableType, awardableId, at)
          if (awardableType === 'MergeRequest') requests.awarded(awardableId, userId, name)
          else if (awardableType === 'Issue') countVote.run({ id: awardableId, name, delta: 1 })
          else {
            touchNote.run(at, awardableId)
            people.awarded(awardableId, userId)
          }
        },
        AwardTakenBack: (_, { stream, metadata: { at } }) => {
          const row = one.get(idOf(stream))
          remove.run(idOf(stream))
          if (row === undefined) return
          if (row.awardableType === 'MergeRequest') requests.unawarded(row.awardableId, row.userId, row.name)
          else if (row.awardableType === 'Issue') countVote.run({ id: row.awardableId, name: row.name, delta: -1 })
          else {
            touchNote.run(at, row.awardableId)
            people.unawarded(row.awardableId, row.userId)
          }
        },
      }),
      handle(context, discussion, { NoteDeleted: ({ noteId }) => forget.run('Note', noteId) }),
      // Runs before the notes are deleted, because the emoji are found through them.
      ...onIssuableDeleted(context, (type, id) => {
        forget.run(type, id)
        forgetOnNotes.run(type, id)
      }),
    ]
  },
  queries: { awards: queries },
}
