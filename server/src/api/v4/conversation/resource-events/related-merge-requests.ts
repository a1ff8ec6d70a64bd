import { relatedMergeRequestIds } from '@forgefold/core/domains/conversation/activity'
import type { Route } from '../../../../http/index.js'
import { mergeRequestsOfIssue } from '../../review/merge-requests/of-issues.js'

/** The merge requests that refer to an issue or close it. */
export const relatedMergeRequestRoutes: ReadonlyArray<Route> = [
  mergeRequestsOfIssue(
    'related_merge_requests',
    'List the merge requests that speak of an issue or close it',
    relatedMergeRequestIds,
  ),
]
