/** Issues over HTTP (docs/reference/behaviour/planning.md#issues): lists, reads, writes. */
import type { Route } from '../../../../http/index.js'
import { issueFollowRoutes } from './following.js'
import { issueListRoutes } from './lists.js'
import { issueReadRoutes } from './single.js'
import { issueWriteRoutes } from './writing.js'

export const issueRoutes: ReadonlyArray<Route> = [
  ...issueFollowRoutes,
  ...issueListRoutes,
  ...issueReadRoutes,
  ...issueWriteRoutes,
]
