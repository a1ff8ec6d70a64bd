import type { EvaluatedRuleType } from './rule.js'

/** A rule to evaluate: how many approvals it requires, and whose. */
export interface RuleRequirement {
  readonly type: EvaluatedRuleType
  readonly required: number
  /** Whose approvals count; ignored for a rule for all approvers. */
  readonly eligibleIds: ReadonlyArray<number>
}

/** The evaluation of a rule. */
export interface RuleVerdict {
  /** The users whose approval counts for it, in approval order. */
  readonly approvedBy: ReadonlyArray<number>
  readonly left: number
  readonly approved: boolean
}

/**
 * Evaluates one rule with the given approvals.
 *
 * A rule that names approvers is also satisfied when no eligible approver is left, because it could otherwise never be satisfied
 * (documented API, "approval rules that cannot be satisfied").
 */
export const evaluateRule = (rule: RuleRequirement, approvals: ReadonlyArray<number>): RuleVerdict => {
  const { type, required, eligibleIds } = rule
  const approvedBy = type === 'any_approver' ? approvals : approvals.filter((id) => eligibleIds.includes(id))
  const left = Math.max(0, required - approvedBy.length)
  const isOutOfReach = type !== 'any_approver' && eligibleIds.every((id) => approvedBy.includes(id))
  return { approvedBy, left, approved: left === 0 || isOutOfReach }
}

/** A rule with its verdict. */
export interface EvaluatedRule extends RuleRequirement {
  readonly verdict: RuleVerdict
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, one) => total + one, 0)

/** How many approvals are missing: by the named rules, or by the one for all approvers, whichever is more. */
export const approvalsLeft = (rules: ReadonlyArray<EvaluatedRule>): number => {
  const lacking = (isMeant: (type: EvaluatedRuleType) => boolean): number =>
    sum(rules.filter(({ type }) => isMeant(type)).map(({ verdict }) => verdict.left))
  return Math.max(
    lacking((type) => type !== 'any_approver'),
    lacking((type) => type === 'any_approver'),
  )
}

export const approvalsRequired = (rules: ReadonlyArray<EvaluatedRule>): number =>
  sum(rules.map(({ required }) => required))

/** Whether every rule is satisfied, which is required for a merge. */
export const isApproved = (rules: ReadonlyArray<EvaluatedRule>): boolean =>
  rules.every(({ verdict }) => verdict.approved)
