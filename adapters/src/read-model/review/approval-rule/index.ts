/** Approval rules in the read model, and whom they name for each merge request. */

export { type ApproverWriter, approverWriter } from './approvers.js'
export { approvalRuleRows } from './projection.js'
