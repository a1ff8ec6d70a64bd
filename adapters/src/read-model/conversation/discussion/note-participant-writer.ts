import type { Database } from 'better-sqlite3'

/** How the projections of notes and awards write who takes part by them, beside the authors of notes. */
export interface NoteParticipantWriter {
  readonly mentioned: (noteId: number, userIds: ReadonlyArray<number>) => void
  readonly awarded: (noteId: number, userId: number) => void
  /** The user took back an award, which may have been one of several. */
  readonly unawarded: (noteId: number, userId: number) => void
  /** The note became internal, or is no longer. */
  readonly reclassified: (noteId: number) => void
  /** The note was deleted. */
  readonly forget: (noteId: number) => void
}

export const noteParticipantWriter = (db: Database): NoteParticipantWriter => {
  const add = db.prepare(
    `INSERT OR IGNORE INTO note_participants (note_id, user_id, by_award, noteable_type, noteable_id, internal)
     SELECT id, ?, ?, noteable_type, noteable_id, internal FROM notes WHERE id = ?`,
  )
  const unaward = db.prepare(
    `DELETE FROM note_participants WHERE note_id = @noteId AND user_id = @userId AND by_award = 1 AND NOT EXISTS (
       SELECT 1 FROM awards WHERE awardable_type = 'Note' AND awardable_id = @noteId AND user_id = @userId)`,
  )
  const reclassify = db.prepare(
    'UPDATE note_participants SET internal = (SELECT internal FROM notes WHERE id = note_id) WHERE note_id = ?',
  )
  const forget = db.prepare('DELETE FROM note_participants WHERE note_id = ?')
  return {
    mentioned: (noteId, userIds) => {
      for (const userId of userIds) add.run(userId, 0, noteId)
    },
    awarded: (noteId, userId) => {
      add.run(userId, 1, noteId)
    },
    unawarded: (noteId, userId) => {
      unaward.run({ noteId, userId })
    },
    reclassified: (noteId) => {
      reclassify.run(noteId)
    },
    forget: (noteId) => {
      forget.run(noteId)
    },
  }
}
