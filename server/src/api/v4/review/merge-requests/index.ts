/** Merge requests over HTTP (docs/reference/behaviour/review.md): lists, reads, writes, merging, subscriptions, pipelines. */
import type { Route } from '../../../../http/index.js'
import { mergeRequestApprovalRuleRoutes } from '../approval-rules/merge-request-rule-routes.js'
import { projectApprovalRuleRoutes } from '../approval-rules/project-rule-routes.js'
import { mergeRequestApprovalRoutes } from '../approvals/routes.js'
import { approvalSettingRoutes } from '../approvals/settings-routes.js'
import { mergeRequestChangeRoutes } from './change-routes.js'
import { mergeRequestListRoutes } from './list-routes.js'
import { mergeRequestMergeRoutes } from './merge-routes.js'
import { commitMergeRequestRoutes } from './of-commits.js'
import { closedByRoutes } from './of-issues.js'
import { milestoneMergeRequestRoutes } from './of-milestones.js'
import { mergeRequestPipelineRoutes } from './pipeline-routes.js'
import { mergeRequestReadRoutes } from './read-routes.js'
import { mergeRequestSubscriptionAndTimeRoutes } from './subscription-and-time-routes.js'
import { mergeRequestWriteRoutes } from './write-routes.js'

export const mergeRequestRoutes: ReadonlyArray<Route> = [
  ...approvalSettingRoutes,
  ...mergeRequestApprovalRoutes,
  ...projectApprovalRuleRoutes,
  ...mergeRequestApprovalRuleRoutes,
  ...closedByRoutes,
  ...commitMergeRequestRoutes,
  ...mergeRequestChangeRoutes,
  ...mergeRequestSubscriptionAndTimeRoutes,
  ...mergeRequestListRoutes,
  ...mergeRequestMergeRoutes,
  ...mergeRequestPipelineRoutes,
  ...milestoneMergeRequestRoutes,
  ...mergeRequestReadRoutes,
  ...mergeRequestWriteRoutes,
]
