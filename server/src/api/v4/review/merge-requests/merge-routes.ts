import { acceptMergeRequest, cancelAutoMerge, queueRebase } from '@forgefold/core/domains/review/merge-request'
import * as E from 'fp-ts/lib/Either.js'
import { accepted, boolean, optional, type Route, route, string, withDefault } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { revision } from '../../revision.js'
import { AREA, answerFull, ONE, oneParams, refOf } from './params.js'
import { mergeRequestShape, rebaseShape } from './shape.js'

const merge = route({
  method: 'PUT',
  path: `${ONE}/merge`,
  area: AREA,
  summary: 'Merge a merge request, now or when its pipeline succeeds',
  caller: 'user',
  params: {
    ...oneParams,
    merge_commit_message: optional(string(), 'The message of the merge commit'),
    squash_commit_message: optional(string(), 'The message of the squash commit'),
    squash: optional(boolean(), 'Whether its commits become one'),
    should_remove_source_branch: optional(boolean(), 'Whether the source branch goes after the merge'),
    merge_when_pipeline_succeeds: optional(boolean(), 'Whether to wait for the pipeline'),
    sha: optional(revision, 'What the head of the source branch has to be'),
  },
  success: { status: 200, description: 'The merge request', schemaFor: mergeRequestShape },
  handler: async (context, params) => {
    const merged = await acceptMergeRequest(context.forge, callerOf(context), {
      mergeRequest: refOf(params),
      sha: params.sha,
      squash: params.squash,
      shouldRemoveSourceBranch: params.should_remove_source_branch,
      whenPipelineSucceeds: params.merge_when_pipeline_succeeds,
      mergeCommitMessage: params.merge_commit_message,
      squashCommitMessage: params.squash_commit_message,
    })
    return answerFull(context, merged, { diverged: true })
  },
})

const cancel = route({
  method: 'POST',
  path: `${ONE}/cancel_merge_when_pipeline_succeeds`,
  area: AREA,
  summary: 'No longer merge when the pipeline succeeds',
  caller: 'user',
  params: oneParams,
  success: { status: 201, description: 'The merge request', schemaFor: mergeRequestShape },
  handler: async (context, params) =>
    answerFull(context, await cancelAutoMerge(context.forge, callerOf(context), refOf(params)), {
      status: 201,
      diverged: true,
    }),
})

const rebase = route({
  method: 'PUT',
  path: `${ONE}/rebase`,
  area: AREA,
  summary: 'Put the source branch on top of the target branch',
  caller: 'user',
  params: { ...oneParams, skip_ci: withDefault(boolean(), false, 'Without a pipeline for the result') },
  success: { status: 202, description: 'Queued', schemaFor: rebaseShape },
  handler: async (context, params) => {
    const input = { mergeRequest: refOf(params), skipCi: params.skip_ci }
    const queued = await queueRebase(context.forge, callerOf(context), input)
    return E.isLeft(queued) ? queued : accepted({ rebase_in_progress: true })
  },
})

export const mergeRequestMergeRoutes: ReadonlyArray<Route> = [cancel, merge, rebase]
