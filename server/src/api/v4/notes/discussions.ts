import {
  deleteNote,
  findNote,
  findTalk,
  findThread,
  findThreads,
  noteSight,
  resolveDiscussion,
  resolveNote,
} from '@forgefold/core/domains/discussion'
import { answerTalk, beginTalk, rewriteNote } from '@forgefold/core/domains/quick-action'
import { notFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  boolean,
  type Context,
  ifUnmodifiedSince,
  listedAsync,
  ok,
  optional,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  respondNoContent,
  route,
  string,
} from '../../../http/index.js'
import { presentDiscussion, presentNote } from '../../../presenters/note.js'
import { arrayOf, discussionShape, noteShape } from '../../../shapes/index.js'
import { callerOf } from '../shared-params.js'
import { diffPosition, positionOf, sha } from './diff-position.js'
import {
  answerActions,
  answerNote,
  answerSaid,
  newNote,
  noteId,
  type Place,
  QUICK_ACTIONS,
  refTo,
  thingOf,
  wanted,
} from './place.js'

const discussionId = required(string(), 'The 40 digits of the discussion')

/** What only discussions of merge requests have. */
const onLines = {
  position: optional(diffPosition, 'Where in the diff'),
  commit_id: optional(sha, 'The commit in whose diff it is said'),
}
const noLines = {} as typeof onLines

/** The discussions of one kind of thing (behaviour sheet §5.4). */
export const discussionRoutesOf = (place: Place): ReadonlyArray<Route> => {
  const { type, path, what } = place
  const thing = thingOf(place)
  const at = refTo(place)
  const shared = { area: 'Notes', door: 'user' } as const

  const thread = async (
    context: Context,
    params: Parameters<typeof at>[0],
    id: string,
    status = 200,
  ): Promise<Answer> => {
    const { forge, principal } = context
    const found = findTalk(forge, principal, at(params))
    if (E.isLeft(found)) return found
    const notes = findThread(forge, found.right, id)
    if (notes.length === 0) return reject(notFound('Discussion'))
    return E.right({ status, json: await presentDiscussion(forge, notes, found.right.iid) })
  }

  return [
    route({
      ...shared,
      method: 'GET',
      path: `${path}/discussions`,
      summary: `List the discussions of one ${what}`,
      params: { ...thing, ...paging },
      success: { status: 200, description: 'The discussions', schemaFor: arrayOf(discussionShape) },
      handler: async ({ forge, principal }, params) => {
        const found = findTalk(forge, principal, at(params))
        if (E.isLeft(found)) return found
        const page = pageRequest(params)
        const { id: noteableId, iid } = found.right
        const rows = forge.read.discussions.list(
          { noteableType: type, noteableId, ...noteSight(forge, found.right) },
          page,
        )
        const threads = findThreads(forge, found.right, rows.rows)
        return listedAsync({ rows: threads, total: rows.total }, page, (notes) => presentDiscussion(forge, notes, iid))
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: `${path}/discussions/:discussion_id`,
      summary: `Read one discussion of one ${what}`,
      params: { ...thing, discussion_id: discussionId },
      success: { status: 200, description: 'The discussion', schemaFor: discussionShape },
      handler: (context, params) => thread(context, params, params.discussion_id),
    }),
    route({
      ...shared,
      method: 'POST',
      path: `${path}/discussions`,
      summary: `Begin a thread on one ${what}`,
      params: { ...thing, ...wanted, ...(type === 'MergeRequest' ? onLines : noLines) },
      success: { status: 201, description: 'The discussion', schemaFor: discussionShape, others: QUICK_ACTIONS },
      handler: async (context, params) => {
        const { position, commit_id: commitId = null } = params
        const diff = position === undefined ? undefined : { position: positionOf(position), commitId }
        const note = { ...newNote(params), diff }
        const said = await beginTalk(callerOf(context), at(params), note, false)(context.forge)()
        if (E.isLeft(said)) return said
        return said.right.kind === 'actions'
          ? answerActions(said.right)
          : thread(context, params, said.right.note.discussion.id, 201)
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: `${path}/discussions/:discussion_id/notes`,
      summary: `Answer in one discussion of one ${what}`,
      params: { ...thing, discussion_id: discussionId, ...wanted },
      success: { status: 201, description: 'The note', schemaFor: noteShape, others: QUICK_ACTIONS },
      handler: async (context, params) => {
        const { discussion_id: id } = params
        const said = await answerTalk(callerOf(context), at(params), id, newNote(params))(context.forge)()
        return answerSaid(context, said, params.noteable_iid, 201)
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: `${path}/discussions/:discussion_id/notes`,
      summary: `List the notes of one discussion of one ${what}`,
      params: { ...thing, discussion_id: discussionId },
      success: { status: 200, description: 'The notes', schemaFor: arrayOf(noteShape) },
      handler: async ({ forge, principal }, params) => {
        const found = findTalk(forge, principal, at(params))
        if (E.isLeft(found)) return found
        const { iid } = found.right
        const notes = findThread(forge, found.right, params.discussion_id)
        if (notes.length === 0) return reject(notFound('Notes'))
        return ok(await Promise.all(notes.map((row) => presentNote(forge, row, iid))))
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: `${path}/discussions/:discussion_id/notes/:note_id`,
      summary: `Read one note of one discussion of one ${what}`,
      params: { ...thing, discussion_id: discussionId, note_id: noteId },
      success: { status: 200, description: 'The note', schemaFor: noteShape },
      handler: async (context, params) => {
        const { forge, principal } = context
        const found = findTalk(forge, principal, at(params))
        if (E.isLeft(found)) return found
        const row = findNote(forge, found.right, params.note_id)
        return row === undefined ? reject(notFound('Note')) : answerNote(context, E.right(row), found.right.iid)
      },
    }),
    route({
      ...shared,
      method: 'PUT',
      path: `${path}/discussions/:discussion_id/notes/:note_id`,
      summary: `Change one note of one discussion of one ${what}, resolve it, or open it again`,
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
        const { note_id: id, resolved } = params
        if (resolved === undefined) {
          const said = await rewriteNote(callerOf(context), at(params), id, params.body ?? '')(context.forge)()
          return answerSaid(context, said, params.noteable_iid, 200)
        }
        const done = await resolveNote(callerOf(context), at(params), id, resolved)(context.forge)()
        return answerNote(context, done, params.noteable_iid)
      },
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: `${path}/discussions/:discussion_id/notes/:note_id`,
      summary: `Delete one note of one discussion of one ${what}`,
      params: { ...thing, discussion_id: discussionId, note_id: noteId },
      success: { status: 204, description: 'Gone' },
      handler: async (context, params) => {
        const since = ifUnmodifiedSince(context.request)
        return respondNoContent(await deleteNote(callerOf(context), at(params), params.note_id, since)(context.forge)())
      },
    }),
    ...(type === 'MergeRequest'
      ? [
          route({
            ...shared,
            method: 'PUT',
            path: `${path}/discussions/:discussion_id`,
            summary: `Resolve one thread of one ${what}, or open it again`,
            params: { ...thing, discussion_id: discussionId, resolved: required(boolean(), 'Whether it is resolved') },
            success: { status: 200, description: 'The discussion', schemaFor: discussionShape },
            handler: async (context, params) => {
              const { discussion_id: id, resolved } = params
              const done = await resolveDiscussion(callerOf(context), at(params), id, resolved)(context.forge)()
              return E.isLeft(done) ? done : thread(context, params, id)
            },
          }),
        ]
      : []),
  ]
}
