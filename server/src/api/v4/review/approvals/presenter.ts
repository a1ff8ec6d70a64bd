import { approvalsLeft, approvalsRequired, isApproved } from '@forgefold/core/domains/review/approval-rule'
import {
  approvalState,
  type MergeRequestRow,
  mayApprove,
  shownMergeStatus,
} from '@forgefold/core/domains/review/merge-request'
import { userSummary } from '../../identity/users/presenter.js'
import { presentRuleGroups, type RuleView } from '../approval-rules/presenter.js'

const unique = (ids: ReadonlyArray<number>): ReadonlyArray<number> => [...new Set(ids)]

/** Approvals on the free tier: who has approved. */
const presentGiven = (view: RuleView, row: MergeRequestRow, userId: number, approved: boolean) => ({
  user_has_approved: row.approvedBy.includes(userId),
  user_can_approve: mayApprove(view.forge, { project: view.project, row, userId }),
  approved,
  approved_by: row.approvedBy.map((id) => ({ user: userSummary(view.forge, id) })),
})

/** Approvals on paid tiers: how many are missing, by which rules, and who may give them. */
const presentAsked = (view: RuleView, row: MergeRequestRow, userId: number) => {
  const { forge, project } = view
  const { rules } = approvalState(forge, project, row)
  const left = approvalsLeft(rules)
  const open = rules.filter(({ verdict }) => !verdict.approved)
  const named = unique(rules.flatMap(({ userIds }) => userIds))
  const suggested = unique(rules.flatMap(({ eligibleIds }) => eligibleIds)).filter((id) => !row.approvedBy.includes(id))
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.targetProjectId,
    title: row.title,
    description: row.description.text,
    state: row.status,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    merge_status: shownMergeStatus(row.mergeStatus),
    approvals_required: approvalsRequired(rules),
    approvals_left: left,
    require_password_to_approve: project.requirePasswordToApprove,
    ...presentGiven(view, row, userId, isApproved(rules)),
    suggested_approvers: suggested.map((id) => userSummary(forge, id)),
    approvers: named.map((id) => ({ user: userSummary(forge, id) })),
    approver_groups: presentRuleGroups(view, unique(rules.flatMap(({ groupIds }) => groupIds))).map((group) => ({
      group,
    })),
    approval_rules_left: open.map(({ id, name, type }) => ({ id, name, rule_type: type })),
    has_approval_rules: rules.some(({ id }) => id !== null),
    merge_request_approvers_available: true,
    multiple_approval_rules_available: true,
  }
}

/** The approvals of a merge request (docs/reference/behaviour/review.md#approvals). */
export const presentApprovals = (view: RuleView, row: MergeRequestRow, userId: number) =>
  view.forge.instance.tier === 'free'
    ? presentGiven(view, row, userId, row.approvedBy.length > 0)
    : presentAsked(view, row, userId)
