import type { Instant } from '../../../kernel/index.js'
import type { ApprovalRequirement } from '../protected-environment/policy.js'

/** The decisions of approvers. */
export const DECISIONS = ['approved', 'rejected'] as const
export type ApprovalDecision = (typeof DECISIONS)[number]

/** One user's decision on a blocked deployment. */
export interface Approval {
  readonly userId: number
  readonly status: ApprovalDecision
  readonly comment: string | null
  readonly at: Instant
  /** The approval rule it counts for; null in unified mode. */
  readonly ruleId: number | null
}

const approvedFor = (approvals: ReadonlyArray<Approval>, ruleId: number): number =>
  approvals.filter((one) => one.status === 'approved' && one.ruleId === ruleId).length

/** `pending_approval_count`: the required approvals of all rules together without those given, so 0 does not mean that each rule is satisfied. */
export const pendingApprovals = (requirement: ApprovalRequirement, approvals: ReadonlyArray<Approval>): number => {
  const approved = approvals.filter((one) => one.status === 'approved').length
  const required =
    requirement.mode === 'unified'
      ? requirement.required
      : requirement.rules.reduce((sum, rule) => sum + rule.required, 0)
  return Math.max(0, required - approved)
}

/** Whether no approval is missing; in rules mode for each rule. */
export const isSatisfied = (requirement: ApprovalRequirement, approvals: ReadonlyArray<Approval>): boolean =>
  requirement.mode === 'unified'
    ? pendingApprovals(requirement, approvals) === 0
    : requirement.rules.every((rule) => approvedFor(approvals, rule.id) >= rule.required)
