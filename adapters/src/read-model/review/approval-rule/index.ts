/** Approval rules in the read model, and whom they name for each merge request. */

export { approvalRuleRows } from './projection.js'
