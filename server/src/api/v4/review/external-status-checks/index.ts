/** External status checks over HTTP (docs/reference/behaviour/review.md#external-status-checks). */
import type { Route } from '../../../../http/index.js'
import { mergeRequestStatusCheckRoutes } from './merge-request-routes.js'
import { projectStatusCheckRoutes } from './project-routes.js'

export const externalStatusCheckRoutes: ReadonlyArray<Route> = [
  ...projectStatusCheckRoutes,
  ...mergeRequestStatusCheckRoutes,
]
