import type { Database } from 'better-sqlite3'
import { rowWriter } from './writers.js'

/** How the projections of notes and awards write into a merge request's row what it shows and is found by. */
export interface NoteAndAwardWriter {
  /** A note was added, changed or deleted; the count changes by this much. */
  readonly notes: (mergeRequestId: number, delta: number, at: string) => void
  readonly awarded: (mergeRequestId: number, userId: number, name: string) => void
  readonly unawarded: (mergeRequestId: number, userId: number, name: string) => void
  /** Displayed data of the merge request changed; if that counts as an update, when. */
  readonly renew: (mergeRequestId: number, at?: string) => void
}

export const noteAndAwardWriter = (db: Database): NoteAndAwardWriter => {
  const { renew } = rowWriter(db)
  const count = db.prepare('UPDATE merge_requests SET notes_count = max(0, notes_count + ?) WHERE id = ?')
  const award = db.prepare(
    'INSERT OR IGNORE INTO merge_request_awards (merge_request_id, user_id, name) VALUES (?, ?, ?)',
  )
  const unaward = db.prepare('DELETE FROM merge_request_awards WHERE merge_request_id = ? AND user_id = ? AND name = ?')
  const countVote = db.prepare(
    `UPDATE merge_requests SET upvotes = upvotes + @delta * (@name = 'thumbsup'),
       downvotes = downvotes + @delta * (@name = 'thumbsdown') WHERE id = @id`,
  )
  const counted = (id: number, name: string, delta: number): void => {
    countVote.run({ id, name, delta })
    renew(id)
  }
  return {
    notes: (id, delta, at) => {
      count.run(delta, id)
      renew(id, at)
    },
    awarded: (id, userId, name) => {
      counted(id, name, award.run(id, userId, name).changes)
    },
    unawarded: (id, userId, name) => {
      counted(id, name, -unaward.run(id, userId, name).changes)
    },
    renew,
  }
}
