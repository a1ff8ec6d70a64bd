/** Approval rules in the read model, and the approvers that they name for each merge request. */

export { approvalRuleRows } from './projection.js'
