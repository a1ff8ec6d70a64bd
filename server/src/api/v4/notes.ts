import {
  deleteNote,
  editNote,
  findNoteable,
  maySeeInternal,
  type NoteableRef,
  type NoteableType,
  type NoteRow,
  reply,
  resolveDiscussion,
  startDiscussion,
} from '@forgefold/core/domains/discussion'
import { notFound, type Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  boolean,
  type Context,
  datetime,
  integer,
  noContent,
  oneOf,
  optional,
  pageInfo,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  route,
  string,
  withDefault,
} from '../../http/index.js'
import { presentDiscussion, presentNote } from '../../presenters/note.js'
import { callerOf, projectId } from './shared-params.js'

const area = 'Notes'
const noteId = required(integer(), 'The number of the note')
const discussionId = required(string(), 'The 40 digits of the discussion')
const body = required(string(), 'What is said')
const wanted = {
  body,
  created_at: optional(datetime(), 'When it was said; owners only'),
  confidential: optional(boolean(), 'Whether only reporters and above may see it'),
  internal: optional(boolean(), 'Whether only reporters and above may see it'),
}

const newNote = (params: {
  readonly body: string
  readonly created_at: Parameters<typeof startDiscussion>[2]['createdAt']
  readonly confidential: boolean | undefined
  readonly internal: boolean | undefined
}) => ({
  body: params.body,
  internal: params.internal ?? params.confidential ?? false,
  createdAt: params.created_at,
})

const answerNote = async (
  { forge }: Context,
  result: E.Either<Rejection, NoteRow>,
  iid: number,
  status = 200,
): Promise<Answer> =>
  E.isLeft(result) ? result : E.right({ status, json: await presentNote(forge, result.right, iid) })

/** Notes and discussions of one kind of thing. */
const routesOf = (type: NoteableType, place: string, what: string): ReadonlyArray<Route> => {
  const BASE = `/projects/:id/${place}/:noteable_iid`
  const thing = { id: projectId, noteable_iid: required(integer(), `The number of the ${what} in its project`) }
  const refOf = (params: { readonly id: string; readonly noteable_iid: number }): NoteableRef => ({
    type,
    project: params.id,
    iid: params.noteable_iid,
  })
  const shared = { area, door: 'user' } as const

  const thread = async (
    context: Context,
    params: Parameters<typeof refOf>[0],
    id: string,
    status = 200,
  ): Promise<Answer> => {
    const { forge, principal } = context
    const found = findNoteable(forge, principal, refOf(params))
    if (E.isLeft(found)) return found
    const internal = maySeeInternal(found.right)
    const notes = forge.read.discussions.thread(type, found.right.id, id).filter((row) => internal || !row.internal)
    if (notes.length === 0) return reject(notFound('Discussion'))
    return E.right({ status, json: await presentDiscussion(forge, notes, found.right.iid) })
  }

  return [
    route({
      ...shared,
      method: 'GET',
      path: `${BASE}/notes`,
      summary: `List the notes of one ${what}`,
      params: {
        ...thing,
        sort: withDefault(oneOf(['asc', 'desc']), 'desc', 'Which way'),
        order_by: withDefault(oneOf(['created_at', 'updated_at']), 'created_at', 'What to sort by'),
        ...paging,
      },
      success: { status: 200, description: 'The notes' },
      handler: async ({ forge, principal }, params) => {
        const found = findNoteable(forge, principal, refOf(params))
        if (E.isLeft(found)) return found
        const page = pageRequest(params)
        const { id: noteableId, iid } = found.right
        const order = { orderBy: params.order_by, sort: params.sort }
        const filter = { noteableType: type, noteableId, internal: maySeeInternal(found.right), ...order }
        const rows = forge.read.discussions.notes(filter, page)
        const json = await Promise.all(rows.rows.map((row) => presentNote(forge, row, iid)))
        return E.right({ status: 200, json, page: pageInfo(rows, page) })
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: `${BASE}/notes/:note_id`,
      summary: `Read one note of one ${what}`,
      params: { ...thing, note_id: noteId },
      success: { status: 200, description: 'The note' },
      handler: async (context, params) => {
        const { forge, principal } = context
        const found = findNoteable(forge, principal, refOf(params))
        if (E.isLeft(found)) return found
        const row = forge.read.discussions.note(type, found.right.id, params.note_id)
        if (row === undefined || (row.internal && !maySeeInternal(found.right))) return reject(notFound('Note'))
        return answerNote(context, E.right(row), found.right.iid)
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: `${BASE}/notes`,
      summary: `Write a note on one ${what}`,
      params: { ...thing, ...wanted },
      success: { status: 201, description: 'The note' },
      handler: async (context, params) => {
        const made = await startDiscussion(callerOf(context), refOf(params), newNote(params), true)(context.forge)()
        return answerNote(context, made, params.noteable_iid, 201)
      },
    }),
    route({
      ...shared,
      method: 'PUT',
      path: `${BASE}/notes/:note_id`,
      summary: `Change one note of one ${what}`,
      params: { ...thing, note_id: noteId, body },
      success: { status: 200, description: 'The note' },
      handler: async (context, params) => {
        const done = await editNote(callerOf(context), refOf(params), params.note_id, params.body)(context.forge)()
        return answerNote(context, done, params.noteable_iid)
      },
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: `${BASE}/notes/:note_id`,
      summary: `Delete one note of one ${what}`,
      params: { ...thing, note_id: noteId },
      success: { status: 204, description: 'Gone' },
      handler: async (context, params) => {
        const gone = await deleteNote(callerOf(context), refOf(params), params.note_id)(context.forge)()
        return E.isLeft(gone) ? gone : noContent
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: `${BASE}/discussions`,
      summary: `List the discussions of one ${what}`,
      params: { ...thing, ...paging },
      success: { status: 200, description: 'The discussions' },
      handler: async ({ forge, principal }, params) => {
        const found = findNoteable(forge, principal, refOf(params))
        if (E.isLeft(found)) return found
        const page = pageRequest(params)
        const { id: noteableId, iid } = found.right
        const internal = maySeeInternal(found.right)
        const rows = forge.read.discussions.list({ noteableType: type, noteableId, internal }, page)
        const json = await Promise.all(
          rows.rows.map((id) => {
            const notes = forge.read.discussions.thread(type, noteableId, id)
            const shown = notes.filter((row) => internal || !row.internal)
            return presentDiscussion(forge, shown, iid)
          }),
        )
        return E.right({ status: 200, json, page: pageInfo(rows, page) })
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: `${BASE}/discussions/:discussion_id`,
      summary: `Read one discussion of one ${what}`,
      params: { ...thing, discussion_id: discussionId },
      success: { status: 200, description: 'The discussion' },
      handler: (context, params) => thread(context, params, params.discussion_id),
    }),
    route({
      ...shared,
      method: 'POST',
      path: `${BASE}/discussions`,
      summary: `Begin a thread on one ${what}`,
      params: { ...thing, ...wanted },
      success: { status: 201, description: 'The discussion' },
      handler: async (context, params) => {
        const made = await startDiscussion(callerOf(context), refOf(params), newNote(params), false)(context.forge)()
        return E.isLeft(made) ? made : thread(context, params, made.right.discussion.id, 201)
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: `${BASE}/discussions/:discussion_id/notes`,
      summary: `Answer in one discussion of one ${what}`,
      params: { ...thing, discussion_id: discussionId, ...wanted },
      success: { status: 201, description: 'The note' },
      handler: async (context, params) => {
        const { discussion_id: id } = params
        const made = await reply(callerOf(context), refOf(params), id, newNote(params))(context.forge)()
        return answerNote(context, made, params.noteable_iid, 201)
      },
    }),
    ...(type === 'MergeRequest'
      ? [
          route({
            ...shared,
            method: 'PUT',
            path: `${BASE}/discussions/:discussion_id`,
            summary: `Resolve one thread of one ${what}, or open it again`,
            params: { ...thing, discussion_id: discussionId, resolved: required(boolean(), 'Whether it is resolved') },
            success: { status: 200, description: 'The discussion' },
            handler: async (context, params) => {
              const { discussion_id: id, resolved } = params
              const done = await resolveDiscussion(callerOf(context), refOf(params), id, resolved)(context.forge)()
              return E.isLeft(done) ? done : thread(context, params, id)
            },
          }),
        ]
      : []),
  ]
}

/** Notes and discussions of merge requests and issues (behaviour sheet §5.4). */
export const noteRoutes: ReadonlyArray<Route> = [
  ...routesOf('MergeRequest', 'merge_requests', 'merge request'),
  ...routesOf('Issue', 'issues', 'issue'),
]
