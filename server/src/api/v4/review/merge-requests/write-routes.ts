import { findProject } from '@forgefold/core/domains/projects/project'
import {
  createMergeRequest,
  deleteMergeRequest,
  updateMergeRequest,
} from '@forgefold/core/domains/review/merge-request'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  type Decoded,
  ifUnmodifiedSince,
  integer,
  listOf,
  nullable,
  oneOf,
  optional,
  type ParamType,
  type Route,
  required,
  respondNoContent,
  route,
  string,
  success,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { AREA, answerFull, LIST, ONE, oneParams, refOf } from './params.js'
import { mergeRequestShape } from './shape.js'

const premium = { tier: 'premium' } as const

/** The parameters that creating and changing share. */
const attributes = {
  assignee_id: optional(nullable(integer()), 'The assignee; 0 or null: none'),
  assignee_ids: optional(nullable(listOf(integer())), 'The assignees; 0 or empty: none'),
  reviewer_ids: optional(nullable(listOf(integer())), 'The reviewers; 0 or empty: none'),
  labels: optional(nullable(listOf(string())), 'Its labels, by name; null: none'),
  milestone_id: optional(nullable(integer()), 'The global number of its milestone; 0: none'),
  remove_source_branch: optional(boolean(), 'Whether the source branch goes after the merge'),
  allow_collaboration: optional(boolean(), "Whether those who may merge may push to the fork's branch"),
  allow_maintainer_to_push: optional(
    boolean(),
    'The same as allow_collaboration',
    lifespanOf('merge_request.allow_maintainer_to_push'),
  ),
  squash: optional(boolean(), 'Whether its commits become one'),
  approvals_before_merge: optional(integer(), 'How many approvals it needs', premium),
}

type Attributes = Decoded<typeof attributes>

/** An empty value and 0 clear the assignees. */
const idsOf = (ids: ReadonlyArray<number> | null | undefined): ReadonlyArray<number> | undefined =>
  ids === null ? [] : ids?.filter((id) => id !== 0)

const isNobody = (id: number | null | undefined): boolean => id === 0 || id === null

const attributesIn = (params: Attributes) => ({
  assigneeId: isNobody(params.assignee_id) ? undefined : (params.assignee_id ?? undefined),
  assigneeIds: isNobody(params.assignee_id) ? (idsOf(params.assignee_ids) ?? []) : idsOf(params.assignee_ids),
  reviewerIds: idsOf(params.reviewer_ids),
  labels: params.labels === null ? [] : params.labels,
  milestoneId: params.milestone_id,
  removeSourceBranch: params.remove_source_branch,
  allowCollaboration: params.allow_maintainer_to_push ?? params.allow_collaboration,
  squash: params.squash,
  approvalsBeforeMerge: params.approvals_before_merge,
})

const create = route({
  method: 'POST',
  path: LIST,
  area: AREA,
  summary: 'Propose a branch for merging',
  caller: 'user',
  params: {
    id: projectId,
    title: required(string(), 'The title'),
    source_branch: required(string(), 'The branch to be merged'),
    target_branch: required(string(), 'The branch it goes into'),
    target_project_id: optional(integer(), 'The number of the project it goes into, where it is another'),
    description: optional(string(), 'The description'),
    ...attributes,
  },
  success: { status: 201, description: 'The merge request', schemaFor: mergeRequestShape },
  handler: async (context, params) => {
    const made = await createMergeRequest(context.forge, callerOf(context), {
      project: params.id,
      targetProjectId: params.target_project_id,
      sourceBranch: params.source_branch,
      targetBranch: params.target_branch,
      title: params.title,
      description: params.description,
      ...attributesIn(params),
    })
    const source = findProject(context.forge, context.principal, params.id)
    const elsewhere = E.isRight(made) && E.isRight(source) && source.right.project.id !== made.right.targetProjectId
    return answerFull(context, made, { status: 201, elsewhere })
  },
})

/** Null is none; a blank text is a text. */
const description: ParamType<string | null> = {
  schema: nullable(string()).schema,
  coerce: (raw, name) => (raw === null ? success(null) : string().coerce(raw, name)),
}

const changing = {
  ...attributes,
  description: optional(description, 'The description; null: none'),
  add_labels: optional(listOf(string()), 'Labels to add'),
  remove_labels: optional(listOf(string()), 'Labels to take away'),
  target_branch: optional(string(), 'The branch it goes into', { refusesBlank: true }),
  title: optional(string(), 'The title', { refusesBlank: true }),
  state_event: optional(oneOf(['close', 'reopen']), 'What becomes of it'),
  discussion_locked: optional(boolean(), 'Whether only members may comment'),
}

/** In the order of the refusal's text (docs/reference/behaviour/review.md#updating-a-merge-request). */
const CHANGEABLE = [
  'assignee_id',
  'assignee_ids',
  'reviewer_ids',
  'description',
  'labels',
  'add_labels',
  'remove_labels',
  'milestone_id',
  'remove_source_branch',
  'allow_collaboration',
  'allow_maintainer_to_push',
  'squash',
  'target_branch',
  'title',
  'state_event',
  'discussion_locked',
  'approvals_before_merge',
]

const update = route({
  method: 'PUT',
  path: ONE,
  area: AREA,
  summary: 'Change a merge request',
  caller: 'user',
  params: { ...oneParams, ...changing },
  atLeastOne: CHANGEABLE,
  success: { status: 200, description: 'The merge request', schemaFor: mergeRequestShape },
  handler: async (context, params) => {
    const changed = await updateMergeRequest(context.forge, callerOf(context), {
      mergeRequest: refOf(params),
      title: params.title,
      description: params.description,
      addLabels: params.add_labels,
      removeLabels: params.remove_labels,
      targetBranch: params.target_branch,
      stateEvent: params.state_event,
      discussionLocked: params.discussion_locked,
      ...attributesIn(params),
    })
    return answerFull(context, changed)
  },
})

const remove = route({
  method: 'DELETE',
  path: ONE,
  area: AREA,
  summary: 'Delete a merge request',
  caller: 'user',
  params: oneParams,
  success: { status: 204, description: 'Gone' },
  handler: async (context, params) => {
    const input = { mergeRequest: refOf(params), unmodifiedSince: ifUnmodifiedSince(context.request) }
    return respondNoContent(await deleteMergeRequest(context.forge, callerOf(context), input))
  },
})

export const mergeRequestWriteRoutes: ReadonlyArray<Route> = [create, remove, update]
