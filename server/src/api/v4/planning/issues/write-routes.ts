import { changeIssue, createIssue, deleteIssue, ISSUE_KINDS } from '@forgefold/core/domains/planning/issue'
import {
  boolean,
  date,
  datetime,
  integer,
  listOf,
  nullable,
  oneOf,
  optional,
  type Route,
  required,
  respondNoContent,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { AREA, answerIssue, LIST, ONE, oneParams, refOf } from './params.js'
import { wholeIssueShape } from './shape.js'

const attributes = {
  description: optional(nullable(string()), 'What it is about'),
  assignee_id: optional(nullable(integer()), 'The assignee; 0 or null for none'),
  assignee_ids: optional(nullable(listOf(integer())), 'Who is to do it'),
  milestone_id: optional(nullable(integer()), 'The global number of the milestone; 0 for none'),
  labels: optional(nullable(listOf(string())), 'Titles of labels; missing ones are made'),
  due_date: optional(nullable(date()), 'The day by which it is to be done'),
  weight: optional(nullable(integer()), 'How much work it is, from 0', { tier: 'premium' }),
  issue_type: optional(oneOf(ISSUE_KINDS), 'What it is: an issue, an incident, a test case or a task'),
}

/** The assignees of `assignee_id` and `assignee_ids` as one list. */
const assigneesOf = (given: {
  readonly assignee_id?: number | null | undefined
  readonly assignee_ids?: ReadonlyArray<number> | null | undefined
}): ReadonlyArray<number> | undefined => {
  const { assignee_id: one, assignee_ids: several } = given
  if (one === undefined && several === undefined) return undefined
  return [...(several ?? []), ...(one === undefined || one === null ? [] : [one])].filter((id) => id > 0)
}

/** The discussions that the issue resolves; a discussion id without its merge request is ignored. */
const followedBy = (given: {
  readonly merge_request_to_resolve_discussions_of?: number | undefined
  readonly discussion_to_resolve?: string | undefined
}) => {
  const { merge_request_to_resolve_discussions_of: mergeRequestIid, discussion_to_resolve: discussionId } = given
  return mergeRequestIid === undefined ? undefined : { mergeRequestIid, discussionId }
}

const create = route({
  method: 'POST',
  path: LIST,
  area: AREA,
  summary: 'Open an issue',
  caller: 'user',
  params: {
    id: projectId,
    title: required(string(), 'The title'),
    confidential: withDefault(boolean(), false, 'Whether only members may see it'),
    created_at: optional(datetime(), 'When it was made; owners only'),
    iid: optional(integer(), 'Its number in the project; of others than owners and administrators it is ignored'),
    merge_request_to_resolve_discussions_of: optional(
      integer(),
      'The merge request with whose open threads it goes on',
    ),
    discussion_to_resolve: optional(string(), 'The one thread of that merge request with which it goes on'),
    ...attributes,
  },
  success: { status: 201, description: 'The issue', schemaFor: wholeIssueShape },
  handler: async (context, params) => {
    const input = {
      project: params.id,
      title: params.title,
      description: params.description ?? null,
      confidential: params.confidential,
      createdAt: params.created_at,
      iid: params.iid,
      userAgent: context.request.headers.get('user-agent') ?? undefined,
      follows: followedBy(params),
      assigneeIds: assigneesOf(params),
      labels: params.labels === null ? [] : params.labels,
      milestoneId: params.milestone_id,
      dueDate: params.due_date,
      weight: params.weight,
      issueType: params.issue_type,
    }
    return answerIssue(context, await createIssue(context.forge, callerOf(context), input), 201)
  },
})

const CHANGES = [
  'assignee_id',
  'assignee_ids',
  'confidential',
  'description',
  'discussion_locked',
  'due_date',
  'labels',
  'add_labels',
  'remove_labels',
  'milestone_id',
  'state_event',
  'title',
  'weight',
  'issue_type',
] as const

const update = route({
  method: 'PUT',
  path: ONE,
  area: AREA,
  summary: 'Change, close or reopen an issue',
  caller: 'user',
  params: {
    ...oneParams,
    ...attributes,
    title: optional(string(), 'The new title', { refusesBlank: true }),
    add_labels: optional(listOf(string()), 'Titles of labels to add'),
    remove_labels: optional(listOf(string()), 'Titles of labels to take away'),
    confidential: optional(boolean(), 'Whether only members may see it'),
    discussion_locked: optional(boolean(), 'Whether only members may comment'),
    state_event: optional(oneOf(['close', 'reopen']), 'Close it or open it again'),
    updated_at: optional(datetime(), 'When it was changed; owners only'),
  },
  atLeastOne: CHANGES,
  success: { status: 200, description: 'The issue', schemaFor: wholeIssueShape },
  handler: async (context, params) => {
    const input = {
      issue: refOf(params),
      title: params.title,
      description: params.description,
      assigneeIds: assigneesOf(params),
      labels: params.labels === null ? [] : params.labels,
      addLabels: params.add_labels,
      removeLabels: params.remove_labels,
      milestoneId: params.milestone_id,
      dueDate: params.due_date,
      weight: params.weight,
      issueType: params.issue_type,
      confidential: params.confidential,
      discussionLocked: params.discussion_locked,
      stateEvent: params.state_event,
      updatedAt: params.updated_at,
    }
    return answerIssue(context, await changeIssue(context.forge, callerOf(context), input))
  },
})

const remove = route({
  method: 'DELETE',
  path: ONE,
  area: AREA,
  summary: 'Delete an issue',
  caller: 'user',
  params: oneParams,
  success: { status: 204, description: 'Gone' },
  handler: async (context, params) =>
    respondNoContent(await deleteIssue(context.forge, callerOf(context), refOf(params))),
})

export const issueWriteRoutes: ReadonlyArray<Route> = [create, update, remove]
