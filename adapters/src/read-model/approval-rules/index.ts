/** Approval rules in the read model, and whom they name for each merge request. */
export { approvalRuleRows } from './approval-rules.js'
export { type ApproverWriter, approverWriter } from './approvers.js'
