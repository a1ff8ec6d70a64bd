import type { EvaluatedRuleType } from './rule.js'

/** A rule as it is evaluated: how many approvals it asks for, and of whom. */
export interface RuleRequirement {
  readonly type: EvaluatedRuleType
  readonly required: number
  /** Whose approval counts; without meaning where everybody's does. */
  readonly eligibleIds: ReadonlyArray<number>
}

/** How far a rule has come. */
export interface RuleVerdict {
  /** Those whose approval counts for it, in the order in which they gave it. */
  readonly approvedBy: ReadonlyArray<number>
  readonly left: number
  readonly approved: boolean
}

/**
 * Evaluates one rule by the approvals given.
 *
 * A rule with names on it is also done when nobody is left who could still approve: otherwise it could never be (documented API, "approval
 * rules that cannot be satisfied").
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

/** How many approvals are still missing: what the named rules lack, or what the one for everybody lacks, whichever is more. */
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

/** Every rule is content: only then may a merge request be merged. */
export const isApproved = (rules: ReadonlyArray<EvaluatedRule>): boolean =>
  rules.every(({ verdict }) => verdict.approved)
