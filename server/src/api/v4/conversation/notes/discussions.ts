import {
  listDiscussionNotes,
  listDiscussions,
  resolveDiscussion,
} from '@forgefold/core/domains/conversation/discussion'
import { startDiscussionWithActions } from '@forgefold/core/domains/conversation/quick-action'
import { notFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  boolean,
  type Context,
  listedJson,
  optional,
  pageRequest,
  paging,
  type Route,
  reject,
  required,
  route,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { diffPosition, positionOf, sha } from './diff-position.js'
import {
  answerActions,
  discussionId,
  issuableParams,
  type NotePaths,
  newNote,
  QUICK_ACTIONS,
  refFrom,
  SHARED,
  wanted,
} from './note-paths.js'
import { presentDiscussions } from './presenter.js'
import { discussionShape } from './shape.js'

/** The parameters of discussions of merge requests. */
const onLines = {
  position: optional(diffPosition, 'Where in the diff'),
  commit_id: optional(sha, 'The commit in whose diff it is outcome'),
}
const noLines = {} as typeof onLines

/** The discussions of one issuable type (docs/reference/behaviour/conversation.md#discussions). */
export const discussionRoutesOf = (paths: NotePaths): ReadonlyArray<Route> => {
  const { type, path, what } = paths
  const thing = issuableParams(paths)
  const at = refFrom(paths)

  const thread = async (
    context: Context,
    params: Parameters<typeof at>[0],
    id: string,
    status = 200,
  ): Promise<Answer> => {
    const notes = listDiscussionNotes(context.forge, context, { ref: at(params), discussionId: id })
    if (E.isLeft(notes)) return notes
    if (notes.right.length === 0) return reject(notFound('Discussion'))
    const [json] = await presentDiscussions(context.forge, [notes.right], params.noteable_iid)
    return E.right({ status, json })
  }

  return [
    route({
      ...SHARED,
      method: 'GET',
      path: `${path}/discussions`,
      summary: `List the discussions of one ${what}`,
      params: { ...thing, ...paging },
      success: { status: 200, description: 'The discussions', schemaFor: arrayOf(discussionShape) },
      handler: async ({ forge, principal }, params) => {
        const page = pageRequest(params)
        const found = listDiscussions(forge, { principal }, { ref: at(params), page })
        if (E.isLeft(found)) return found
        return listedJson(found.right, page, await presentDiscussions(forge, found.right.rows, params.noteable_iid))
      },
    }),
    route({
      ...SHARED,
      method: 'GET',
      path: `${path}/discussions/:discussion_id`,
      summary: `Read one discussion of one ${what}`,
      params: { ...thing, discussion_id: discussionId },
      success: { status: 200, description: 'The discussion', schemaFor: discussionShape },
      handler: (context, params) => thread(context, params, params.discussion_id),
    }),
    route({
      ...SHARED,
      method: 'POST',
      path: `${path}/discussions`,
      summary: `Begin a thread on one ${what}`,
      params: { ...thing, ...wanted, ...(type === 'MergeRequest' ? onLines : noLines) },
      success: { status: 201, description: 'The discussion', schemaFor: discussionShape, others: QUICK_ACTIONS },
      handler: async (context, params) => {
        const { position, commit_id: commitId = null } = params
        const diff = position === undefined ? undefined : { position: positionOf(position), commitId }
        const note = { ...newNote(params), diff }
        const input = { ref: at(params), note, individual: false }
        const outcome = await startDiscussionWithActions(context.forge, callerOf(context), input)
        if (E.isLeft(outcome)) return outcome
        return outcome.right.kind === 'actions'
          ? answerActions(outcome.right)
          : thread(context, params, outcome.right.note.discussion.id, 201)
      },
    }),
    ...(type === 'MergeRequest'
      ? [
          route({
            ...SHARED,
            method: 'PUT',
            path: `${path}/discussions/:discussion_id`,
            summary: `Resolve one thread of one ${what}, or open it again`,
            params: { ...thing, discussion_id: discussionId, resolved: required(boolean(), 'Whether it is resolved') },
            success: { status: 200, description: 'The discussion', schemaFor: discussionShape },
            handler: async (context, params) => {
              const { discussion_id: id, resolved } = params
              const done = await resolveDiscussion(context.forge, callerOf(context), {
                ref: at(params),
                discussionId: id,
                resolved,
              })
              return E.isLeft(done) ? done : thread(context, params, id)
            },
          }),
        ]
      : []),
  ]
}
