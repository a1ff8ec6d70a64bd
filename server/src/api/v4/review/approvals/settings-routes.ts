import { changeProject, type ProjectRow, projectFor } from '@forgefold/core/domains/projects/project'
import { lifespanOf, releaseHas } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { boolean, integer, optional, type Route, route } from '../../../../http/index.js'
import { callerOf, projectId } from '../../path-ids.js'
import { AREA } from '../merge-requests/params.js'
import { premium } from './params.js'
import { approvalSettingsShape } from './shape.js'

const present = (release: string, project: ProjectRow) => ({
  // Kept for clients; approval rules took their place.
  approvers: [],
  approver_groups: [],
  approvals_before_merge: project.approvalsBeforeMerge,
  reset_approvals_on_push: project.resetApprovalsOnPush,
  disable_overriding_approvers_per_merge_request: project.disableOverridingApproversPerMergeRequest,
  merge_requests_author_approval: project.mergeRequestsAuthorApproval,
  merge_requests_disable_committers_approval: project.mergeRequestsDisableCommittersApproval,
  require_password_to_approve: project.requirePasswordToApprove,
  ...(releaseHas('project.selective_code_owner_removals', release)
    ? { selective_code_owner_removals: project.selectiveCodeOwnerRemovals === true }
    : {}),
})

const PATH = '/projects/:id/approvals'

const read = route({
  method: 'GET',
  path: PATH,
  area: AREA,
  summary: 'Read how many approvals a project asks for, and of whom',
  caller: 'user',
  ...premium,
  params: { id: projectId },
  success: { status: 200, description: 'The approval settings', schemaFor: approvalSettingsShape },
  handler: async ({ forge, principal }, params) => {
    const found = projectFor(forge, principal, params.id, 'admin_project')
    return E.isLeft(found)
      ? found
      : E.right({ status: 200, json: present(forge.instance.release, found.right.project) })
  },
})

const settings = {
  approvals_before_merge: optional(integer(), 'How many approvals a merge needs'),
  reset_approvals_on_push: optional(boolean(), 'Whether a push takes them back'),
  disable_overriding_approvers_per_merge_request: optional(boolean(), 'Whether requests keep to the project'),
  merge_requests_author_approval: optional(boolean(), 'Whether authors may approve'),
  merge_requests_disable_committers_approval: optional(boolean(), 'Whether those who committed may not approve'),
  require_password_to_approve: optional(boolean(), 'Whether the password is asked for'),
  selective_code_owner_removals: optional(
    boolean(),
    'Whether a push takes back only approvals of code owners whose files changed',
    lifespanOf('project.selective_code_owner_removals'),
  ),
}

const change = route({
  method: 'POST',
  path: PATH,
  area: AREA,
  summary: 'Say how many approvals a project asks for, and of whom',
  caller: 'user',
  ...premium,
  params: { id: projectId, ...settings },
  atLeastOne: Object.keys(settings),
  success: { status: 201, description: 'The approval settings', schemaFor: approvalSettingsShape },
  handler: async (context, params) => {
    const changes = {
      approvalsBeforeMerge: params.approvals_before_merge,
      resetApprovalsOnPush: params.reset_approvals_on_push,
      disableOverridingApproversPerMergeRequest: params.disable_overriding_approvers_per_merge_request,
      mergeRequestsAuthorApproval: params.merge_requests_author_approval,
      mergeRequestsDisableCommittersApproval: params.merge_requests_disable_committers_approval,
      requirePasswordToApprove: params.require_password_to_approve,
      selectiveCodeOwnerRemovals: params.selective_code_owner_removals,
    }
    const done = await changeProject(context.forge, callerOf(context), { ref: params.id, changes })
    return E.isLeft(done) ? done : E.right({ status: 201, json: present(context.forge.instance.release, done.right) })
  },
})

/** Routes of the approval settings of a project. */
export const approvalSettingRoutes: ReadonlyArray<Route> = [read, change]
