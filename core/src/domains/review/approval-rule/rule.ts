import * as t from 'io-ts'
import { list, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'

/** `any_approver`: every possible approver counts; `regular`: only the named ones. */
export const RULE_TYPES = ['any_approver', 'regular'] as const
export type RuleType = (typeof RULE_TYPES)[number]

/** Includes the rules of the code owners' file. */
export type EvaluatedRuleType = RuleType | 'code_owner'

/** The most approvals that one rule can require. */
export const MAX_APPROVALS_REQUIRED = 100

/** What can be changed of a rule. */
export const ruleTerms = {
  name: t.string,
  required: safeInteger,
  userIds: list(safeInteger),
  groupIds: list(safeInteger),
  /** The branches that it applies to; empty: every branch. */
  protectedBranchIds: list(safeInteger),
  /** It applies to every branch that is protected at the time. */
  allProtectedBranches: t.boolean,
}

export const ruleCodec = t.type({
  id: safeInteger,
  type: oneOf(RULE_TYPES),
  /** The project's rule that a merge request's own rule replaces. */
  sourceRuleId: nullable(safeInteger),
  ...ruleTerms,
})
const terms = t.type(ruleTerms)

export type ApprovalRule = Readonly<t.TypeOf<typeof ruleCodec>>
export type RuleTerms = Readonly<t.TypeOf<typeof terms>>
