/** Merge requests over HTTP (docs/reference/behaviour/review.md): lists, reads, writes, merging, following, pipelines. */
import type { Route } from '../../../../http/index.js'
import { mergeRequestApprovalRuleRoutes } from '../approval-rules/merge-request-rule-routes.js'
import { projectApprovalRuleRoutes } from '../approval-rules/project-rule-routes.js'
import { mergeRequestApprovalRoutes } from '../approvals/routes.js'
import { approvalSettingRoutes } from '../approvals/settings-routes.js'
import { mergeRequestChangeRoutes } from './changes.js'
import { mergeRequestFollowRoutes } from './following.js'
import { mergeRequestListRoutes } from './lists.js'
import { mergeRequestMergeRoutes } from './merging.js'
import { commitMergeRequestRoutes } from './of-commits.js'
import { closedByRoutes } from './of-issues.js'
import { milestoneMergeRequestRoutes } from './of-milestones.js'
import { mergeRequestPipelineRoutes } from './pipelines.js'
import { mergeRequestReadRoutes } from './single.js'
import { mergeRequestWriteRoutes } from './writing.js'

export const mergeRequestRoutes: ReadonlyArray<Route> = [
  ...approvalSettingRoutes,
  ...mergeRequestApprovalRoutes,
  ...projectApprovalRuleRoutes,
  ...mergeRequestApprovalRuleRoutes,
  ...closedByRoutes,
  ...commitMergeRequestRoutes,
  ...mergeRequestChangeRoutes,
  ...mergeRequestFollowRoutes,
  ...mergeRequestListRoutes,
  ...mergeRequestMergeRoutes,
  ...mergeRequestPipelineRoutes,
  ...milestoneMergeRequestRoutes,
  ...mergeRequestReadRoutes,
  ...mergeRequestWriteRoutes,
]
