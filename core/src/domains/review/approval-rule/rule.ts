import * as t from 'io-ts'
import { codecs } from '../../../kernel/index.js'

const { safeInteger, nullable, list, oneOf } = codecs

/** `any_approver`: whoever may approve counts; `regular`: only those it names. */
export const RULE_TYPES = ['any_approver', 'regular'] as const
export type RuleType = (typeof RULE_TYPES)[number]

/** Besides those that people make: what the code owners' file asks for. */
export type EvaluatedRuleType = RuleType | 'code_owner'

/** The most approvals that one rule can ask for. */
export const MAX_APPROVALS_REQUIRED = 100

/** What can be changed of a rule. */
export const ruleTerms = {
  name: t.string,
  required: safeInteger,
  userIds: list(safeInteger),
  groupIds: list(safeInteger),
  /** It holds for these branches only; nothing: for every branch. */
  protectedBranchIds: list(safeInteger),
  /** It holds for every branch that is protected, whenever that happens. */
  allProtectedBranches: t.boolean,
}

export const ruleCodec = t.type({
  id: safeInteger,
  type: oneOf(RULE_TYPES),
  /** The project's rule that a merge request's own rule stands in for. */
  sourceRuleId: nullable(safeInteger),
  ...ruleTerms,
})
const terms = t.type(ruleTerms)

export type ApprovalRule = Readonly<t.TypeOf<typeof ruleCodec>>
export type RuleTerms = Readonly<t.TypeOf<typeof terms>>
