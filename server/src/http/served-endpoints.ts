import type { ApplicationOptions } from './application-options.js'
import { API_BASE, isRouteServed } from './route-tables.js'

/** Something that the server answers: a method and the pattern of its paths; `ANY` where a part of the server looks at the method itself. */
export interface ServedEndpoint {
  readonly method: string
  readonly path: string
}

/** Everything that an application answers, from all of its routers. */
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
