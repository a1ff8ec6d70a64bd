import {
  type CommitCommentRow,
  deleteCommitComment,
  editCommitComment,
  getCommitDiscussion,
  listCommitDiscussions,
  replyOnCommit,
  startCommitDiscussion,
} from '@forgefold/core/domains/conversation/commit-comment'
import { notFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  datetime,
  integer,
  listedAsync,
  ok,
  optional,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  respondAsync,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { COMMIT, sha } from '../../projects/repository/commit-path.js'
import { arrayOf } from '../../shape.js'
import { diffPosition, positionOf } from '../notes/diff-position.js'
import { commitDiscussionShape, commitNoteShape, presentCommitDiscussion, presentCommitNote } from './note-presenter.js'

const area = 'Discussions'
const PATH = `${COMMIT}/discussions`
const ONE = `${PATH}/:discussion_id`
const NOTE = `${ONE}/notes/:note_id`

const commit = { id: projectId, sha }
const discussion = { ...commit, discussion_id: required(string(), 'The discussion') }
const note = { ...discussion, note_id: required(integer(), 'The number of the comment') }
const body = required(string(), 'What is said')
const createdAt = optional(datetime(), 'When it was said; owners only')

interface Named {
  readonly id: string
  readonly sha: string
  readonly discussion_id: string
}
const refOf = (params: Named) => ({ project: params.id, sha: params.sha, discussionId: params.discussion_id })

const list = route({
  method: 'GET',
  path: PATH,
  area,
  summary: 'List the discussions of a commit, oldest first',
  caller: 'anyone',
  params: { ...commit, ...paging },
  success: { status: 200, description: 'The discussions', schemaFor: arrayOf(commitDiscussionShape) },
  handler: async ({ forge, principal }, params) => {
    const page = pageRequest(params)
    const found = await listCommitDiscussions(forge, { principal }, { project: params.id, sha: params.sha, page })
    return E.isLeft(found) ? found : listedAsync(found.right, page, (notes) => presentCommitDiscussion(forge, notes))
  },
})

const read = route({
  method: 'GET',
  path: ONE,
  area,
  summary: 'Read one discussion of a commit',
  caller: 'anyone',
  params: discussion,
  success: { status: 200, description: 'The discussion', schemaFor: commitDiscussionShape },
  handler: async ({ forge, principal }, params) => {
    const found = await getCommitDiscussion(forge, { principal }, refOf(params))
    return respondAsync((notes: ReadonlyArray<CommitCommentRow>) => presentCommitDiscussion(forge, notes))(found)
  },
})

const start = route({
  method: 'POST',
  path: PATH,
  area,
  summary: 'Begin a discussion of a commit, or of one of its lines',
  caller: 'user',
  params: {
    ...commit,
    body,
    position: optional(diffPosition, 'Where in the diff of the commit'),
    created_at: createdAt,
  },
  success: { status: 201, description: 'The discussion', schemaFor: commitDiscussionShape },
  handler: async (context, params) => {
    const { forge } = context
    const { id: project, position } = params
    const said = { project, sha: params.sha, note: params.body, createdAt: params.created_at }
    const input = { ...said, position: position === undefined ? undefined : positionOf(position) }
    const made = await startCommitDiscussion(forge, callerOf(context), input)
    return respondAsync((row: CommitCommentRow) => presentCommitDiscussion(forge, [row]), 201)(made)
  },
})

const reply = route({
  method: 'POST',
  path: `${ONE}/notes`,
  area,
  summary: 'Answer in a discussion of a commit',
  caller: 'user',
  params: { ...discussion, body, created_at: createdAt },
  success: { status: 201, description: 'The comment', schemaFor: commitNoteShape },
  handler: async (context, params) => {
    const { forge } = context
    const input = { ...refOf(params), note: params.body, createdAt: params.created_at }
    const made = await replyOnCommit(forge, callerOf(context), input)
    return respondAsync((row: CommitCommentRow) => presentCommitNote(forge, row), 201)(made)
  },
})

const notes = route({
  method: 'GET',
  path: `${ONE}/notes`,
  area,
  summary: 'List the comments in a discussion of a commit',
  caller: 'anyone',
  params: discussion,
  success: { status: 200, description: 'The comments', schemaFor: arrayOf(commitNoteShape) },
  handler: async ({ forge, principal }, params) => {
    const found = await getCommitDiscussion(forge, { principal }, refOf(params))
    return respondAsync((rows: ReadonlyArray<CommitCommentRow>) =>
      Promise.all(rows.map((row) => presentCommitNote(forge, row))),
    )(found)
  },
})

const readNote = route({
  method: 'GET',
  path: NOTE,
  area,
  summary: 'Read one comment in a discussion of a commit',
  caller: 'anyone',
  params: note,
  success: { status: 200, description: 'The comment', schemaFor: commitNoteShape },
  handler: async ({ forge, principal }, params) => {
    const found = await getCommitDiscussion(forge, { principal }, refOf(params))
    if (E.isLeft(found)) return found
    const row = found.right.find(({ id }) => id === params.note_id)
    return row === undefined ? reject(notFound('Note')) : ok(await presentCommitNote(forge, row))
  },
})

const edit = route({
  method: 'PUT',
  path: NOTE,
  area,
  summary: 'Change a comment in a discussion of a commit',
  caller: 'user',
  params: { ...note, body },
  success: { status: 200, description: 'The comment', schemaFor: commitNoteShape },
  handler: async (context, params) => {
    const { forge } = context
    const input = { ...refOf(params), noteId: params.note_id, body: params.body }
    const done = await editCommitComment(forge, callerOf(context), input)
    return respondAsync((row: CommitCommentRow) => presentCommitNote(forge, row))(done)
  },
})

const remove = route({
  method: 'DELETE',
  path: NOTE,
  area,
  summary: 'Delete a comment in a discussion of a commit',
  caller: 'user',
  params: note,
  success: { status: 204, description: 'Gone' },
  handler: async (context, params) => {
    const ref = { ...refOf(params), noteId: params.note_id }
    return respondNoContent(await deleteCommitComment(context.forge, callerOf(context), ref))
  },
})

/** Discussions of commits (docs/reference/behaviour/conversation.md#discussions-of-commits). */
export const commitDiscussionRoutes: ReadonlyArray<Route> = [list, read, start, notes, reply, readNote, edit, remove]
