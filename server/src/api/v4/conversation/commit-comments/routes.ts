import type { Forge } from '@forgefold/core/app'
import {
  type CommitCommentRow,
  commentOnCommit,
  LINE_TYPES,
  listCommitComments,
} from '@forgefold/core/domains/conversation/commit-comment'
import { wholeNote } from '@forgefold/core/domains/conversation/discussion'
import { badParameters } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  integer,
  listedAsync,
  oneOf,
  optional,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  respondAsync,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { userSummary } from '../../identity/users/presenter.js'
import { callerOf, projectId } from '../../path-ids.js'
import { AREA, COMMIT, sha } from '../../projects/repository/commit-path.js'
import { arrayOf } from '../../shape.js'
import { commitCommentShape } from '../notes/shape.js'

/** A comment on a commit; without a line where it is about the whole commit. */
const presentCommitComment = async (forge: Forge, { body, at, authorId, createdAt }: CommitCommentRow) => ({
  note: await wholeNote(forge, body),
  path: at?.path ?? null,
  line: at?.line ?? null,
  line_type: at?.lineType ?? null,
  author: userSummary(forge, authorId),
  created_at: createdAt,
})

const PATH = `${COMMIT}/comments`

const list = route({
  method: 'GET',
  path: PATH,
  area: AREA,
  summary: 'List what was said of a commit, oldest first',
  caller: 'anyone',
  params: { id: projectId, sha, ...paging },
  success: { status: 200, description: 'The comments', schemaFor: arrayOf(commitCommentShape) },
  handler: async ({ forge, principal }, params) => {
    const page = pageRequest(params)
    const found = await listCommitComments(forge, { principal }, { project: params.id, sha: params.sha, page })
    if (E.isLeft(found)) return found
    return listedAsync(found.right, page, (row) => presentCommitComment(forge, row))
  },
})

const create = route({
  method: 'POST',
  path: PATH,
  area: AREA,
  summary: 'Say something of a commit, or of one of its lines',
  caller: 'user',
  params: {
    id: projectId,
    sha,
    note: required(string(), 'What is said'),
    path: optional(string(), 'The file'),
    line: optional(integer(), 'The line of the file'),
    line_type: withDefault(oneOf(LINE_TYPES), 'new', 'Whether the line was added or removed'),
  },
  success: { status: 201, description: 'The comment', schemaFor: commitCommentShape },
  handler: async (context, params) => {
    const { path, line, line_type: lineType } = params
    if (path !== undefined && line === undefined) return reject(badParameters('line is missing'))
    const at = path === undefined || line === undefined ? undefined : { path, line, lineType }
    const input = { project: params.id, sha: params.sha, note: params.note, at }
    const made = await commentOnCommit(context.forge, callerOf(context), input)
    return respondAsync((row: CommitCommentRow) => presentCommitComment(context.forge, row), 201)(made)
  },
})

/** Comments on commits (facts of the documented Commits API). */
export const commitCommentRoutes: ReadonlyArray<Route> = [list, create]
