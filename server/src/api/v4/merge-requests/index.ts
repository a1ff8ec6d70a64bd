/** Merge requests over HTTP (contract 2): lists, reads, writes, merging, following, pipelines. */
import type { Route } from '../../../http/index.js'
import { mergeRequestApprovalRoutes } from './approvals.js'
import { mergeRequestChangeRoutes } from './changes.js'
import { mergeRequestFollowRoutes } from './following.js'
import { mergeRequestListRoutes } from './lists.js'
import { mergeRequestMergeRoutes } from './merging.js'
import { mergeRequestPipelineRoutes } from './pipelines.js'
import { mergeRequestReadRoutes } from './single.js'
import { mergeRequestWriteRoutes } from './writing.js'

export const mergeRequestRoutes: ReadonlyArray<Route> = [
  ...mergeRequestApprovalRoutes,
  ...mergeRequestChangeRoutes,
  ...mergeRequestFollowRoutes,
  ...mergeRequestListRoutes,
  ...mergeRequestMergeRoutes,
  ...mergeRequestPipelineRoutes,
  ...mergeRequestReadRoutes,
  ...mergeRequestWriteRoutes,
]
