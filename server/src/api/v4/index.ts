/** The REST API: every route, an area a file. */
import type { Route } from '../../http/index.js'
import { applicationRoutes } from './applications.js'
import { deploymentRoutes } from './deployments.js'
import { deprecationRoutes } from './deprecations.js'
import { environmentRoutes } from './environments.js'
import { settingsRoutes } from './settings.js'

/** Every route of the REST API, an area a line. */
export const apiRoutes: ReadonlyArray<Route> = [
  ...applicationRoutes,
  ...deploymentRoutes,
  ...deprecationRoutes,
  ...environmentRoutes,
  ...settingsRoutes,
]
