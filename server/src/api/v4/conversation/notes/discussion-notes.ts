import { listDiscussionNotes, resolveNote } from '@forgefold/core/domains/conversation/discussion'
import { editNoteWithActions, replyWithActions } from '@forgefold/core/domains/conversation/quick-action'
import { notFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { boolean, optional, type Route, reject, route, string, wholeList } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import {
  answerNote,
  answerOutcome,
  discussionId,
  issuableParams,
  type NotePaths,
  newNote,
  noteId,
  QUICK_ACTIONS,
  refFrom,
  SHARED,
  wanted,
} from './note-paths.js'
import { presentNotes } from './presenter.js'
import { noteShape } from './shape.js'
import { singleNoteRoutes } from './single-note.js'

/** The notes within the discussions of one issuable type (docs/reference/behaviour/conversation.md#notes). */
export const discussionNoteRoutesOf = (paths: NotePaths): ReadonlyArray<Route> => {
  const { path, what } = paths
  const thing = issuableParams(paths)
  const at = refFrom(paths)
  const notes = `${path}/discussions/:discussion_id/notes`
  const discussion = `one discussion of one ${what}`
  return [
    route({
      ...SHARED,
      method: 'POST',
      path: notes,
      summary: `Answer in ${discussion}`,
      params: { ...thing, discussion_id: discussionId, ...wanted },
      success: { status: 201, description: 'The note', schemaFor: noteShape, others: QUICK_ACTIONS },
      handler: async (context, params) => {
        const input = { ref: at(params), discussionId: params.discussion_id, note: newNote(params) }
        const outcome = await replyWithActions(context.forge, callerOf(context), input)
        return answerOutcome(context, outcome, params.noteable_iid, 201)
      },
    }),
    route({
      ...SHARED,
      method: 'GET',
      path: notes,
      summary: `List the notes of ${discussion}`,
      params: { ...thing, discussion_id: discussionId },
      success: { status: 200, description: 'The notes', schemaFor: arrayOf(noteShape) },
      handler: async ({ forge, principal }, params) => {
        const input = { ref: at(params), discussionId: params.discussion_id }
        const found = listDiscussionNotes(forge, { principal }, input)
        if (E.isLeft(found)) return found
        if (found.right.length === 0) return reject(notFound('Notes'))
        const iid = params.noteable_iid
        return wholeList(found.right, (rows) =>
          presentNotes(
            forge,
            rows.map((row) => ({ row, iid })),
          ),
        )
      },
    }),
    route({
      ...SHARED,
      method: 'PUT',
      path: `${notes}/:note_id`,
      summary: `Change one note of ${discussion}, resolve it, or open it again`,
      params: {
        ...thing,
        discussion_id: discussionId,
        note_id: noteId,
        body: optional(string(), 'What is said'),
        resolved: optional(boolean(), 'Whether it is resolved'),
      },
      exactlyOne: ['body', 'resolved'],
      success: { status: 200, description: 'The note', schemaFor: noteShape },
      handler: async (context, params) => {
        const { note_id: noteId, resolved } = params
        const ref = at(params)
        if (resolved === undefined) {
          const outcome = await editNoteWithActions(context.forge, callerOf(context), {
            ref,
            noteId,
            body: params.body ?? '',
          })
          return answerOutcome(context, outcome, params.noteable_iid, 200)
        }
        const done = await resolveNote(context.forge, callerOf(context), { ref, noteId, resolved })
        return answerNote(context, done, params.noteable_iid)
      },
    }),
    ...singleNoteRoutes(paths, {
      path: notes,
      what: `discussion of one ${what}`,
      params: { discussion_id: discussionId },
    }),
  ]
}
