import type { ApprovalRule } from './rule.js'

/** The rules of one project or of one merge request, in the order in which they were made. */
export interface ApprovalRulesState {
  readonly rules: ReadonlyArray<ApprovalRule>
}
