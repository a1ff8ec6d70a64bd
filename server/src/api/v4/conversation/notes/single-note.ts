import { deleteNote, getNote } from '@forgefold/core/domains/conversation/discussion'
import { ifUnmodifiedSince, type ParamSpecs, type Route, respondNoContent, route } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { answerNote, issuableParams, type NotePaths, noteId, refFrom, SHARED } from './note-paths.js'
import { noteShape } from './shape.js'

/** The path of a note: below its issuable, or below a discussion. */
interface Within {
  readonly path: string
  /** The noun, in sentences. */
  readonly what: string
  /** The path parameters between the issuable and the note. */
  readonly params: ParamSpecs
}

/** Routes that read and delete one note. */
export const singleNoteRoutes = (paths: NotePaths, { path, what, params: within }: Within): ReadonlyArray<Route> => {
  const at = refFrom(paths)
  const params = { ...issuableParams(paths), ...within, note_id: noteId }
  return [
    route({
      ...SHARED,
      method: 'GET',
      path: `${path}/:note_id`,
      summary: `Read one note of one ${what}`,
      params,
      success: { status: 200, description: 'The note', schemaFor: noteShape },
      handler: async (context, given) => {
        const found = getNote(context.forge, context, { ref: at(given), noteId: given.note_id })
        return answerNote(context, found, given.noteable_iid)
      },
    }),
    route({
      ...SHARED,
      method: 'DELETE',
      path: `${path}/:note_id`,
      summary: `Delete one note of one ${what}`,
      params,
      success: { status: 204, description: 'Gone' },
      handler: async (context, given) => {
        const unmodifiedSince = ifUnmodifiedSince(context.request)
        const input = { ref: at(given), noteId: given.note_id, unmodifiedSince }
        return respondNoContent(await deleteNote(context.forge, callerOf(context), input))
      },
    }),
  ]
}
