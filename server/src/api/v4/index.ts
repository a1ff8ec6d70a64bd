/** The REST API: routes, shapes and presenters by context and area. */

import { endpointsIn, type LazyRoute, type Route, type RouteArea, type RouteHead } from '../../http/index.js'
import { areas } from './areas.js'
import { ROUTE_TABLE } from './route-table/index.js'

export { areas } from './areas.js'

const keyOf = ({ method, path }: RouteHead): string => `${method} ${path}`

const areaNamed = (area: string): RouteArea => {
  let loaded: ReadonlyMap<string, Route> | undefined
  const load = async (): Promise<ReadonlyMap<string, Route>> => {
    const routes = (await areas[area]?.()) ?? []
    loaded ??= new Map(routes.map((route) => [keyOf(route), route]))
    return loaded
  }
  const declared = (routes: ReadonlyMap<string, Route>, head: RouteHead): Route => {
    const route = routes.get(keyOf(head))
    if (route === undefined) throw new Error(`${area} declares no ${keyOf(head)}`)
    return route
  }
  return {
    load: (head) => (loaded === undefined ? load().then((routes) => declared(routes, head)) : declared(loaded, head)),
  }
}

/** Every route of the REST API by its place in the route table; an area is loaded with the first request for one of its routes. */
export const apiRoutes: ReadonlyArray<LazyRoute> = ROUTE_TABLE.flatMap((context) =>
  Object.entries(context).flatMap(([name, lines]) => endpointsIn(lines, { area: areaNamed(name) })),
)

/** Every route of the REST API as its area declares it, area by area. */
export const loadedRoutes = async (): Promise<ReadonlyArray<Route>> =>
  (await Promise.all(Object.values(areas).map((load) => load()))).flat()
