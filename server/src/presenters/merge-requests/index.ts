/** Merge requests as JSON: in lists, by themselves, their versions and reviewers. */
export {
  presentApprovalState,
  presentProjectRule,
  presentRequestRule,
  type RuleView,
} from './approval-rules.js'
export { presentApprovals } from './approvals.js'
export * from './basic.js'
export { presentClosedIssues } from './closed-issues.js'
export { forgetFragments, type ListView, presentRequestList } from './fragments.js'
export { presentFull } from './full.js'
export { presentReviewer } from './reviewer.js'
export { isFirstContribution, presentHtml } from './single.js'
export { presentTimeStats } from './time-stats.js'
export { presentVersion } from './version.js'
