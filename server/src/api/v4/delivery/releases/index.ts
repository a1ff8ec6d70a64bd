import type { Route } from '../../../../http/index.js'
import { releaseDownloadRoute } from './download-route.js'
import { releaseEvidenceRoute } from './evidence-route.js'
import { groupReleaseRoutes } from './group-routes.js'
import { releaseLinkRoutes } from './link-routes.js'
import { singleReleaseRoutes } from './routes.js'

/** Releases of projects and their links. */
export const releaseRoutes: ReadonlyArray<Route> = [
  ...singleReleaseRoutes,
  releaseDownloadRoute,
  releaseEvidenceRoute,
  ...releaseLinkRoutes,
  ...groupReleaseRoutes,
]
