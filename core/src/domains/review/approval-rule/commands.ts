import type { Changes } from '../../../kernel/index.js'
import type { ApprovalRule, RuleTerms } from './rule.js'

export type RuleChanges = Changes<RuleTerms>

export type ApprovalRulesCommand =
  | {
      readonly type: 'Add'
      readonly projectId: number
      readonly mergeRequestId: number | null
      readonly rule: ApprovalRule
    }
  | { readonly type: 'Change'; readonly ruleId: number; readonly changes: RuleChanges }
  | { readonly type: 'Remove'; readonly ruleId: number }
