import type { ApplicationOptions } from './application-options.js'
import { API_BASE, isRouteServed } from './route-tables.js'

/** A served endpoint: a method and the pattern of its paths; `ANY` where the method is checked elsewhere. */
export interface ServedEndpoint {
  readonly method: string
  readonly path: string
}

/** Every endpoint of an application, from all of its routers. */
export const servedEndpoints = ({
  routes,
  plainRoutes,
  mounts = [],
  otherPages,
  forge,
}: ApplicationOptions): ReadonlyArray<ServedEndpoint> => [
  ...routes.flatMap((route) =>
    isRouteServed(route, forge.instance) ? { method: route.method, path: `${API_BASE}${route.path}` } : [],
  ),
  ...plainRoutes.map(({ method, path }) => ({ method, path })),
  ...mounts.map(({ pattern }) => ({ method: 'ANY', path: pattern })),
  ...(otherPages === undefined ? [] : [{ method: 'GET', path: '/*thing' }]),
]
