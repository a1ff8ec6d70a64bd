import { listNotes } from '@forgefold/core/domains/conversation/discussion'
import { editNoteWithActions, startDiscussionWithActions } from '@forgefold/core/domains/conversation/quick-action'
import { badParameters } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  listedJson,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  reject,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { direction } from '../../list-params.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import {
  answerOutcome,
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

const ACTIVITY_FILTERS = ['all_notes', 'only_comments', 'only_activity'] as const
const ONLY = { all_notes: undefined, only_comments: 'comments', only_activity: 'activity' } as const

/** The notes of one issuable type (docs/reference/behaviour/conversation.md#notes). */
export const noteRoutesOf = (paths: NotePaths): ReadonlyArray<Route> => {
  const { path, what } = paths
  const thing = issuableParams(paths)
  const at = refFrom(paths)
  return [
    route({
      ...SHARED,
      method: 'GET',
      path: `${path}/notes`,
      summary: `List the notes of one ${what}`,
      params: {
        ...thing,
        sort: direction('desc'),
        order_by: withDefault(oneOf(['created_at', 'updated_at']), 'created_at', 'What to sort by'),
        activity_filter: withDefault(
          oneOf(ACTIVITY_FILTERS),
          'all_notes',
          'What people say, what the forge says, or both',
        ),
        ...paging,
      },
      success: { status: 200, description: 'The notes', schemaFor: arrayOf(noteShape) },
      handler: async ({ forge, principal }, params) => {
        const page = pageRequest(params)
        const order = { orderBy: params.order_by, sort: params.sort, only: ONLY[params.activity_filter] }
        const found = listNotes(forge, { principal }, { ref: at(params), page, ...order })
        if (E.isLeft(found)) return found
        const notes = found.right.rows.map((row) => ({ row, iid: params.noteable_iid }))
        return listedJson(found.right, page, await presentNotes(forge, notes))
      },
    }),
    route({
      ...SHARED,
      method: 'POST',
      path: `${path}/notes`,
      summary: `Write a note on one ${what}`,
      params: { ...thing, ...wanted },
      success: { status: 201, description: 'The note', schemaFor: noteShape, others: QUICK_ACTIONS },
      handler: async (context, params) => {
        const outcome = await startDiscussionWithActions(context.forge, callerOf(context), {
          ref: at(params),
          note: newNote(params),
          individual: true,
        })
        return answerOutcome(context, outcome, params.noteable_iid, 201)
      },
    }),
    route({
      ...SHARED,
      method: 'PUT',
      path: `${path}/notes/:note_id`,
      summary: `Change one note of one ${what}`,
      params: {
        ...thing,
        note_id: noteId,
        body: optional(string(), 'What is said; may be left out where `confidential` is given'),
        confidential: optional(
          boolean(),
          'Whether only reporters and above may see it',
          lifespanOf('notes.confidential_toggle'),
        ),
      },
      success: { status: 200, description: 'The note', schemaFor: noteShape, others: QUICK_ACTIONS },
      handler: async (context, params) => {
        const { note_id: noteId, body, confidential: internal } = params
        if (body === undefined && internal === undefined) return reject(badParameters('body is missing'))
        const input = { ref: at(params), noteId, body, internal }
        const outcome = await editNoteWithActions(context.forge, callerOf(context), input)
        return answerOutcome(context, outcome, params.noteable_iid, 200)
      },
    }),
    ...singleNoteRoutes(paths, { path: `${path}/notes`, what, params: {} }),
  ]
}
