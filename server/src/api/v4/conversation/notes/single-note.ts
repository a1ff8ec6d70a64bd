import { deleteNote, findNote, findTalk } from '@forgefold/core/domains/conversation/discussion'
import { notFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  ifUnmodifiedSince,
  type ParamSpecs,
  type Route,
  reject,
  respondNoContent,
  route,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { answerNote, noteId, type Place, refTo, SHARED, thingOf } from './place.js'
import { noteShape } from './shape.js'

/** Where a note is named: among all of a thing, or within one of its discussions. */
interface Within {
  readonly path: string
  /** As people say it. */
  readonly what: string
  /** What the path names between the thing and the note. */
  readonly params: ParamSpecs
}

/** Reading one note and deleting it. */
export const singleNoteRoutes = (place: Place, { path, what, params: within }: Within): ReadonlyArray<Route> => {
  const at = refTo(place)
  const params = { ...thingOf(place), ...within, note_id: noteId }
  return [
    route({
      ...SHARED,
      method: 'GET',
      path: `${path}/:note_id`,
      summary: `Read one note of one ${what}`,
      params,
      success: { status: 200, description: 'The note', schemaFor: noteShape },
      handler: async (context, given) => {
        const { forge, principal } = context
        const found = findTalk(forge, principal, at(given))
        if (E.isLeft(found)) return found
        const row = findNote(forge, found.right, given.note_id)
        return row === undefined ? reject(notFound('Note')) : answerNote(context, E.right(row), found.right.iid)
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
        const since = ifUnmodifiedSince(context.request)
        return respondNoContent(await deleteNote(context.forge, callerOf(context), at(given), given.note_id, since))
      },
    }),
  ]
}
