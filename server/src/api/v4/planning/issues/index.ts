/** Issues over HTTP (docs/reference/behaviour/planning.md#issues): lists, reads, writes. */
import type { Route } from '../../../../http/index.js'
import { issueListRoutes } from './list-routes.js'
import { issueReadRoutes } from './read-routes.js'
import { issueStatisticsRoutes } from './statistics-routes.js'
import { issueSubscriptionAndTimeRoutes } from './subscription-and-time-routes.js'
import { issueTransferRoutes } from './transfer-routes.js'
import { issueWriteRoutes } from './write-routes.js'

export const issueRoutes: ReadonlyArray<Route> = [
  ...issueSubscriptionAndTimeRoutes,
  ...issueListRoutes,
  ...issueStatisticsRoutes,
  ...issueReadRoutes,
  ...issueTransferRoutes,
  ...issueWriteRoutes,
]
