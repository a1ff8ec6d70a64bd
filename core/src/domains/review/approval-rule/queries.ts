import type { Instant } from '../../../kernel/index.js'
import type { ApprovalRule } from './rule.js'

export interface ApprovalRuleRow extends ApprovalRule {
  readonly projectId: number
  /** Null for a rule of the project itself. */
  readonly mergeRequestId: number | null
  readonly updatedAt: Instant
}

export interface ApprovalRuleQueries {
  /** The project's own: the one for all approvers first, then by id. */
  readonly ofProject: (projectId: number) => ReadonlyArray<ApprovalRuleRow>
  /** Those that replace them in a merge request, in the same order. */
  readonly ofRequest: (mergeRequestId: number) => ReadonlyArray<ApprovalRuleRow>
  /** The direct members of these groups, by id. */
  readonly membersOf: (groupIds: ReadonlyArray<number>) => ReadonlyArray<number>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly approvalRules: ApprovalRuleQueries
  }
}
