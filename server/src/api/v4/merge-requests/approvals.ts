import {
  approveRequest,
  findRequest,
  type MergeRequestRow,
  unapproveRequest,
} from '@forgefold/core/domains/merge-request'
import { changeProject, projectFor } from '@forgefold/core/domains/project'
import { type Rejection, recordNotFound } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  boolean,
  type Context,
  integer,
  optional,
  type Route,
  reject,
  route,
  string,
} from '../../../http/index.js'
import { presentApprovals } from '../../../presenters/merge-requests/index.js'
import { callerOf, projectId } from '../shared-params.js'
import { AREA, ONE, oneParams, refOf, signedInOf } from './shared.js'

const answerApprovals = (context: Context, result: E.Either<Rejection, MergeRequestRow>, status = 200): Answer => {
  if (E.isLeft(result)) return result
  const { forge } = context
  const project = forge.read.projects.byId(result.right.targetProjectId)
  if (project === undefined) return reject(recordNotFound)
  const json = presentApprovals(forge, project, result.right, signedInOf(context).userId)
  return E.right({ status, json })
}

const read = route({
  method: 'GET',
  path: `${ONE}/approvals`,
  area: AREA,
  summary: 'Say who has approved a merge request',
  door: 'user',
  params: oneParams,
  success: { status: 200, description: 'The approvals' },
  handler: async (context, params) => {
    const found = findRequest(context.forge, context.principal, refOf(params), 'refused')
    return E.isLeft(found) ? found : answerApprovals(context, E.right(found.right.row))
  },
})

const approve = route({
  method: 'POST',
  path: `${ONE}/approve`,
  area: AREA,
  summary: 'Approve a merge request',
  door: 'user',
  params: { ...oneParams, sha: optional(string(), 'The commit that was looked at: another head is refused') },
  success: { status: 201, description: 'The approvals' },
  handler: async (context, params) =>
    answerApprovals(context, await approveRequest(callerOf(context), refOf(params), params.sha)(context.forge)(), 201),
})

const unapprove = route({
  method: 'POST',
  path: `${ONE}/unapprove`,
  area: AREA,
  summary: "Take the caller's approval back",
  door: 'user',
  params: oneParams,
  success: { status: 201, description: 'The approvals' },
  handler: async (context, params) =>
    answerApprovals(context, await unapproveRequest(callerOf(context), refOf(params))(context.forge)(), 201),
})

const presentSettings = (project: {
  readonly approvalsBeforeMerge: number
  readonly resetApprovalsOnPush: boolean
  readonly disableOverridingApproversPerMergeRequest: boolean
  readonly mergeRequestsAuthorApproval: boolean
  readonly mergeRequestsDisableCommittersApproval: boolean
  readonly requirePasswordToApprove: boolean
}) => ({
  approvals_before_merge: project.approvalsBeforeMerge,
  reset_approvals_on_push: project.resetApprovalsOnPush,
  disable_overriding_approvers_per_merge_request: project.disableOverridingApproversPerMergeRequest,
  merge_requests_author_approval: project.mergeRequestsAuthorApproval,
  merge_requests_disable_committers_approval: project.mergeRequestsDisableCommittersApproval,
  require_password_to_approve: project.requirePasswordToApprove,
})

const PREMIUM = { tier: 'premium' } as const
const OF_PROJECT = '/projects/:id/approvals'

const settings = route({
  method: 'GET',
  path: OF_PROJECT,
  area: AREA,
  summary: 'Read how many approvals a project asks for, and of whom',
  door: 'user',
  ...PREMIUM,
  params: { id: projectId },
  success: { status: 200, description: 'The approval settings' },
  handler: async ({ forge, principal }, params) => {
    const found = projectFor(forge, principal, params.id, 'admin_project')
    return E.isLeft(found) ? found : E.right({ status: 200, json: presentSettings(found.right.project) })
  },
})

const change = route({
  method: 'POST',
  path: OF_PROJECT,
  area: AREA,
  summary: 'Say how many approvals a project asks for, and of whom',
  door: 'user',
  ...PREMIUM,
  params: {
    id: projectId,
    approvals_before_merge: optional(integer(), 'How many approvals a merge needs'),
    reset_approvals_on_push: optional(boolean(), 'Whether a push takes them back'),
    disable_overriding_approvers_per_merge_request: optional(boolean(), 'Whether requests keep to the project'),
    merge_requests_author_approval: optional(boolean(), 'Whether authors may approve'),
    merge_requests_disable_committers_approval: optional(boolean(), 'Whether those who committed may not approve'),
    require_password_to_approve: optional(boolean(), 'Whether the password is asked for'),
  },
  success: { status: 201, description: 'The approval settings' },
  handler: async (context, params) => {
    const changes = {
      approvalsBeforeMerge: params.approvals_before_merge,
      resetApprovalsOnPush: params.reset_approvals_on_push,
      disableOverridingApproversPerMergeRequest: params.disable_overriding_approvers_per_merge_request,
      mergeRequestsAuthorApproval: params.merge_requests_author_approval,
      mergeRequestsDisableCommittersApproval: params.merge_requests_disable_committers_approval,
      requirePasswordToApprove: params.require_password_to_approve,
    }
    const done = await changeProject({ ...callerOf(context), ref: params.id, changes })(context.forge)()
    return E.isLeft(done) ? done : E.right({ status: 201, json: presentSettings(done.right) })
  },
})

export const mergeRequestApprovalRoutes: ReadonlyArray<Route> = [read, approve, unapprove, settings, change]
