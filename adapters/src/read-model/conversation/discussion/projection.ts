import { discussion } from '@forgefold/core/domains/conversation/discussion'
import { claimedTime, type IssuableType } from '@forgefold/core/domains/issuable'
import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import { onIssuableDeleted } from '../../engine/issuable-deletions.js'
import { handle, type Projection } from '../../engine/projection.js'
import { noteAndAwardWriter } from '../../review/merge-request/index.js'
import { noteParticipantWriter } from './note-participant-writer.js'
import { discussionQueries } from './queries.js'
import { schema } from './schema.js'

/** What a discussion is about. */
interface Subject {
  readonly type: IssuableType
  readonly id: number
}

/** The first note of a discussion comes right behind its start. */
const REVISION_OF_FIRST_NOTE = 1

/** Discussions and their notes in the read model. */
export const discussions: Projection = {
  name: 'discussions',
  version: 6,
  schema,
  handlers: (context) => {
    const { db } = context
    const requests = noteAndAwardWriter(db)
    const start = db.prepare(
      `INSERT INTO discussions (id, project_id, noteable_type, noteable_id, individual, position, commit_id)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    const move = db.prepare('UPDATE discussions SET position = ? WHERE id = ?')
    const join = db.prepare(
      'UPDATE discussions SET individual = 0 WHERE id = ? AND individual = 1 AND EXISTS (SELECT 1 FROM notes WHERE discussion_id = ?)',
    )
    const about = db.prepare<[string], Subject>(
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
    const resolve = db.prepare(
      `UPDATE notes SET resolved_by = @by, resolved_at = iif(@by IS NULL, NULL, @at), updated_at = @at
       WHERE discussion_id = @discussionId AND id BETWEEN coalesce(@noteId, 0) AND coalesce(@noteId, ${Number.MAX_SAFE_INTEGER})
         AND (resolved_at IS NULL) = (@by IS NOT NULL)`,
    )
    const reckon = db.prepare(
      `UPDATE notes SET open = (SELECT d.individual = 0 FROM discussions d WHERE d.id = notes.discussion_id)
         AND noteable_type = 'MergeRequest' AND resolved_at IS NULL
       WHERE discussion_id = ? AND id >= ?`,
    )
    const forget = ['note_participants', 'notes', 'discussions'].map((table) =>
      db.prepare(`DELETE FROM ${table} WHERE noteable_type = ? AND noteable_id = ?`),
    )
    const suggest = db.prepare(
      `INSERT INTO suggestions (id, note_id, discussion_id, above, below, old_text, new_text) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    const apply = db.prepare('UPDATE suggestions SET commit_id = ? WHERE id = ?')
    const forgetSuggestions = db.prepare('DELETE FROM suggestions WHERE note_id = ?')
    const forgetAllSuggestions = db.prepare(
      'DELETE FROM suggestions WHERE note_id IN (SELECT id FROM notes WHERE noteable_type = ? AND noteable_id = ?)',
    )
    // A backdated note does not move `updated_at` back.
    const countIssue = db.prepare(
      'UPDATE issues SET notes_count = notes_count + ?, updated_at = max(updated_at, ?) WHERE id = ?',
    )
    const people = noteParticipantWriter(db)
    /** 1 for a note that is counted: counts that everyone sees include only notes that everyone may read. */
    const counted = db.prepare<[number], number>('SELECT 1 - internal FROM notes WHERE id = ?').pluck()
    const countOn = ({ type, id }: Subject, delta: number, at: string): void => {
      if (type === 'MergeRequest') requests.notes(id, delta, at)
      else countIssue.run(delta, at, id)
    }
    const count = (discussionId: string, delta: number, at: string): void => {
      const of = about.get(discussionId)
      if (of !== undefined) countOn(of, delta, at)
    }
    /** `by` null: reopened; without `noteId`, all notes in the other state. */
    const settle = (
      by: number | null,
      { stream, metadata: { at } }: StoredEvent,
      noteId: number | null = null,
    ): void => {
      const discussionId = idOf(stream)
      resolve.run({ by, at, discussionId, noteId })
      reckon.run(discussionId, noteId ?? 0)
      const of = about.get(discussionId)
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
        NoteAdded: (note, { stream, revision, metadata }) => {
          const { noteId, authorId, body, internal, mentionedIds } = note
          // The note's subject changed when the note was recorded, whichever time is claimed for it.
          const at = claimedTime(note) ?? metadata.at
          const id = idOf(stream)
          const of = about.get(id)
          if (of === undefined) return
          const becomesThread = revision > REVISION_OF_FIRST_NOTE && join.run(id, id).changes > 0
          insert.run(noteId, id, of.type, of.id, authorId, body.text, body.blob, Number(internal), at, at)
          people.mentioned(noteId, mentionedIds)
          // Only notes on merge requests are open or resolved.
          if (of.type === 'MergeRequest') reckon.run(id, becomesThread ? 0 : noteId)
          countOn(of, internal ? 0 : 1, metadata.at)
        },
        NoteEdited: ({ noteId, body, mentionedIds, internal }, { stream, metadata: { at } }) => {
          const before = counted.get(noteId) ?? 0
          edit.run(body.text, body.blob, internal === undefined ? null : Number(internal), at, noteId)
          people.mentioned(noteId, mentionedIds)
          if (internal !== undefined) people.reclassified(noteId)
          const after = counted.get(noteId) ?? 0
          count(idOf(stream), after - before, at)
        },
        NoteDeleted: ({ noteId }, { stream, metadata: { at } }) => {
          const before = counted.get(noteId) ?? 0
          remove.run(noteId)
          people.forget(noteId)
          forgetSuggestions.run(noteId)
          count(idOf(stream), -before, at)
        },
        DiscussionResolved: ({ by }, event) => settle(by, event),
        DiscussionUnresolved: (_, event) => settle(null, event),
        NoteResolved: ({ noteId, by }, event) => settle(by, event, noteId),
        NoteUnresolved: ({ noteId }, event) => settle(null, event, noteId),
        SuggestionsMade: ({ noteId, suggestions }, { stream }) => {
          forgetSuggestions.run(noteId)
          for (const { id, above, below, from, to } of suggestions)
            suggest.run(id, noteId, idOf(stream), above, below, from, to)
        },
        SuggestionsApplied: ({ suggestionIds, commitId }) => {
          for (const id of suggestionIds) apply.run(commitId, id)
        },
      }),
      ...onIssuableDeleted(context, (type, id) => {
        for (const statement of [forgetAllSuggestions, ...forget]) statement.run(type, id)
      }),
    ]
  },
  queries: { discussions: discussionQueries },
}
