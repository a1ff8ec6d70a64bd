/** Server-rendered pages that work without scripts. Used by the composition. */
import type { Forge } from '@forgefold/core/app'
import { endpointsIn, type HttpHandler, type HttpRequest, type HttpResponse, type PlainRoute } from '../http/index.js'
import { once } from '../http/once.js'
import type { GuessLimiter } from '../limits/guess-limiter.js'
import type { Checkpoint } from './audit/search.js'
import { PAGE_TABLE } from './page-table.js'

export * from './deprecations.js'

const nameOf = ({ method, path }: Pick<PlainRoute, 'path'> & { readonly method: string }): string => `${method} ${path}`

/** Every page except those of the OAuth provider, as it is declared. */
export const declaredPages = async (
  guessLimiter: GuessLimiter,
  checkpoint: Checkpoint,
): Promise<ReadonlyArray<PlainRoute>> => (await import('./page-routes.js')).pageRoutes(guessLimiter, checkpoint)

/** The same pages, which are loaded with the first request for one. */
export const pageRoutes = (guessLimiter: GuessLimiter, checkpoint: Checkpoint): ReadonlyArray<PlainRoute> => {
  const load = once(async () => {
    const declared = await declaredPages(guessLimiter, checkpoint)
    return new Map(declared.map((route) => [nameOf(route), route]))
  })
  const routeNamed = async (name: string): Promise<PlainRoute> => {
    const route = (await load()).get(name)
    if (route === undefined) throw new Error(`there is no page ${name}`)
    return route
  }
  return endpointsIn(PAGE_TABLE, {}).map((page) => ({
    method: page.method as PlainRoute['method'],
    path: page.path,
    handle: async (...given) => (await routeNamed(nameOf(page))).handle(...given),
  }))
}

/**
 * What has an address without a route of its own: well-known addresses of other implementations, the keys of users, and the pages of
 * resources, which may have any path; undefined if there is nothing. Pages ask the handler, which serves the API, for what they show.
 */
export const unroutedPage =
  (handler: HttpHandler) =>
  async (request: HttpRequest, forge: Forge): Promise<HttpResponse | undefined> => {
    const { wellKnownAddress } = await import('./well-known.js')
    const { publicKeys, resourcePage } = await import('./resources/index.js')
    const known = wellKnownAddress(request) ?? (await publicKeys(handler)(request))
    return known === undefined ? resourcePage(handler)(request, forge) : known
  }
