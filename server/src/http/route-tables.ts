import { type ApiEdition, type ApiEndpoint, apiEndpoint, existsOn } from './api-endpoint.js'
import type { ApplicationOptions } from './application-options.js'
import { andThen, type MaybePromise } from './message.js'
import type { PlainRoute } from './plain-route.js'
import type { LazyRoute, Route, RouteHead } from './route.js'
import { type RouteMatch, Router } from './router.js'

/** The prefix of the documented API. */
export const API_BASE = '/api/v4'

/** A route of the API that is loaded and prepared with its first request. */
export class LazyEndpoint {
  readonly kind = 'api'
  readonly pattern: string
  /** Its pattern also matches documented paths that it does not serve. */
  readonly isWide: boolean
  readonly #route: LazyRoute
  readonly #edition: ApiEdition
  #made: ApiEndpoint | undefined

  constructor(route: LazyRoute, edition: ApiEdition) {
    this.#route = route
    this.pattern = API_BASE + route.path
    this.isWide = route.narrower !== undefined
    this.#edition = edition
  }

  /** Synchronous once it is loaded. */
  ready(): MaybePromise<ApiEndpoint> {
    return this.#made ?? andThen(this.#route.area.load(this.#route), (route) => this.#make(route))
  }

  #make(route: Route): ApiEndpoint {
    this.#made ??= apiEndpoint(route, this.pattern, this.#edition)
    return this.#made
  }
}

export interface PlainEndpoint {
  readonly kind: 'plain'
  readonly route: PlainRoute
}

export type Endpoint = LazyEndpoint | PlainEndpoint

/** Whether a route exists on the instance: in its release, on its tier. */
export const isRouteServed = (route: RouteHead, edition: ApiEdition): boolean => existsOn(edition, route)

/** Of paths below the base of the API. */
type ApiTable = Router<LazyEndpoint>

const makeApiTable = (routes: ReadonlyArray<LazyRoute>, edition: ApiEdition): ApiTable => {
  const table = new Router<LazyEndpoint>()
  for (const route of routes)
    if (isRouteServed(route, edition)) table.add(route.method, route.path, new LazyEndpoint(route, edition))
  return table
}

const apiTables = new WeakMap<ReadonlyArray<LazyRoute>, Map<string, ApiTable>>()

/** The table of the API's routes, shared by instances of a process with the same release and tier. */
const apiTableOf = (routes: ReadonlyArray<LazyRoute>, { release, tier }: ApiEdition): ApiTable => {
  const tables = apiTables.get(routes) ?? new Map<string, ApiTable>()
  apiTables.set(routes, tables)
  const name = `${release} ${tier}`
  const table = tables.get(name) ?? makeApiTable(routes, { release, tier })
  tables.set(name, table)
  return table
}

/** Finds the resource of a path, if told to one that has the method: among the routes of the API where it is below them, then among the others. */
export type FindEndpoint = (path: string, method?: string) => RouteMatch<Endpoint> | undefined

const SUFFIX = '.json'

/** Whether the pattern of a resource ends in a literal: `/projects.json` is `/projects`, while `/projects/1.json` names the project `1.json`. */
const endsInName = ({ resource }: RouteMatch<LazyEndpoint>): boolean => {
  const [first] = resource.methods.values()
  return /\/[a-z_]+$/.test(first?.target.pattern ?? '')
}

/** The resource of a path with a format suffix, as the reference implementation accepts it. */
const findSuffixed = (api: ApiTable, path: string): RouteMatch<LazyEndpoint> | undefined => {
  if (!path.endsWith(SUFFIX)) return undefined
  const found = api.find(path.slice(0, -SUFFIX.length))
  return found !== undefined && endsInName(found) ? found : undefined
}

/** Makes the tables that find the endpoint of a request. */
export const routeTablesOf = ({ routes, plainRoutes, forge }: ApplicationOptions): FindEndpoint => {
  let api: ApiTable | undefined
  const plain = new Router<PlainEndpoint>()
  const below = `${API_BASE}/`
  for (const route of plainRoutes) plain.add(route.method, route.path, { kind: 'plain', route })
  return (path, method) => {
    if (!path.startsWith(below)) return plain.find(path, method)
    // Nothing is looked for before the first request.
    api ??= apiTableOf(routes, forge.instance)
    const inApi = path.slice(API_BASE.length)
    const found = api.find(inApi, method) ?? plain.find(path, method)
    return found !== undefined || method !== undefined ? found : findSuffixed(api, inApi)
  }
}
