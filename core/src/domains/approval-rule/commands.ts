import type { ApprovalRule, RuleTerms } from './rule.js'

export type RuleChanges = { readonly [K in keyof RuleTerms]?: RuleTerms[K] | undefined }

export type ApprovalRulesCommand =
  | {
      readonly type: 'Add'
      readonly projectId: number
      readonly mergeRequestId: number | null
      readonly rule: ApprovalRule
    }
  | { readonly type: 'Change'; readonly ruleId: number; readonly changes: RuleChanges }
  | { readonly type: 'Remove'; readonly ruleId: number }
