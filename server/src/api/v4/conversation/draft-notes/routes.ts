import {
  changeDraftNote,
  createDraftNote,
  type DraftNoteRow,
  deleteDraftNote,
  getDraftNote,
  listDraftNotes,
  publishDraftNote,
  publishDraftNotes,
} from '@forgefold/core/domains/conversation/draft-note'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  type Context,
  integer,
  listedAsync,
  optional,
  pageRequest,
  paging,
  type Route,
  required,
  respondAsync,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { diffPosition, positionOf, sha } from '../notes/diff-position.js'
import { presentDraftNote } from './presenter.js'
import { draftNoteShape } from './shape.js'

const LIST = '/projects/:id/merge_requests/:merge_request_iid/draft_notes'
const ONE = `${LIST}/:draft_note_id`
const shared = { area: 'Draft notes', caller: 'user' } as const

const thing = {
  id: projectId,
  merge_request_iid: required(integer(), 'The number of the merge request in its project'),
}
const one = { ...thing, draft_note_id: required(integer(), 'The number of the draft') }
const position = optional(diffPosition, 'Where in the diff')

interface MergeRequestParams {
  readonly id: string
  readonly merge_request_iid: number
}

const refOf = ({ id: project, merge_request_iid: iid }: MergeRequestParams) =>
  ({ type: 'MergeRequest', project, iid }) as const

const draftOf = (params: MergeRequestParams & { readonly draft_note_id: number }) => ({
  ref: refOf(params),
  id: params.draft_note_id,
})

const present =
  ({ forge }: Context) =>
  (row: DraftNoteRow) =>
    presentDraftNote(forge, row)

const success = { status: 200, description: 'The draft', schemaFor: draftNoteShape }

/** Draft notes of merge requests (docs/reference/behaviour/conversation.md#draft-notes). */
export const draftNoteRoutes: ReadonlyArray<Route> = [
  route({
    ...shared,
    method: 'GET',
    path: LIST,
    ...lifespanOf('draft_notes.list'),
    summary: 'List the drafts of the caller on a merge request',
    params: { ...thing, ...paging },
    success: { ...success, description: 'The drafts', schemaFor: arrayOf(draftNoteShape) },
    handler: async (context, params) => {
      const page = pageRequest(params)
      const found = listDraftNotes(context.forge, context, { ref: refOf(params), page })
      return E.isLeft(found) ? found : listedAsync(found.right, page, present(context))
    },
  }),
  route({
    ...shared,
    method: 'GET',
    path: ONE,
    ...lifespanOf('draft_notes.read'),
    summary: 'Read a draft of the caller',
    params: one,
    success,
    handler: (context, params) => respondAsync(present(context))(getDraftNote(context.forge, context, draftOf(params))),
  }),
  route({
    ...shared,
    method: 'POST',
    path: LIST,
    ...lifespanOf('draft_notes.create'),
    summary: 'Write a draft on a merge request',
    params: {
      ...thing,
      note: required(string(), 'What is to be said'),
      in_reply_to_discussion_id: optional(string(), 'The thread that it answers'),
      resolve_discussion: withDefault(boolean(), false, 'Whether publishing it resolves that thread'),
      commit_id: optional(sha, 'The commit in whose diff it is'),
      position,
    },
    success: { ...success, status: 201 },
    handler: async (context, params) => {
      const wanted = {
        ref: refOf(params),
        text: params.note,
        discussionId: params.in_reply_to_discussion_id ?? null,
        resolves: params.resolve_discussion,
        commitId: params.commit_id ?? null,
        position: params.position === undefined ? null : positionOf(params.position),
      }
      return respondAsync(present(context), 201)(await createDraftNote(context.forge, callerOf(context), wanted))
    },
  }),
  route({
    ...shared,
    method: 'PUT',
    path: ONE,
    ...lifespanOf('draft_notes.change'),
    summary: 'Change a draft of the caller',
    params: { ...one, note: optional(string(), 'What is to be said'), position },
    success,
    handler: async (context, params) => {
      const changes = {
        text: params.note,
        position: params.position === undefined ? undefined : positionOf(params.position),
      }
      const done = await changeDraftNote(context.forge, callerOf(context), { ...draftOf(params), ...changes })
      return respondAsync(present(context))(done)
    },
  }),
  route({
    ...shared,
    method: 'DELETE',
    path: ONE,
    ...lifespanOf('draft_notes.delete'),
    summary: 'Delete a draft of the caller',
    params: one,
    success: { status: 204, description: 'Gone' },
    handler: async (context, params) =>
      respondNoContent(await deleteDraftNote(context.forge, callerOf(context), draftOf(params))),
  }),
  route({
    ...shared,
    method: 'PUT',
    path: `${ONE}/publish`,
    ...lifespanOf('draft_notes.publish'),
    summary: 'Make a note of a draft of the caller',
    params: one,
    success: { status: 204, description: 'Published' },
    handler: async (context, params) =>
      respondNoContent(await publishDraftNote(context.forge, callerOf(context), draftOf(params))),
  }),
  route({
    ...shared,
    method: 'POST',
    path: `${LIST}/bulk_publish`,
    ...lifespanOf('draft_notes.bulk_publish'),
    summary: 'Make notes of all drafts of the caller',
    params: thing,
    success: { status: 204, description: 'Published' },
    handler: async (context, params) =>
      respondNoContent(await publishDraftNotes(context.forge, callerOf(context), refOf(params))),
  }),
]
