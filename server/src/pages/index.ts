/** Server-rendered pages that work without scripts. Used by the composition. */
import type { Forge } from '@forgefold/core/app'
import type { HttpHandler, HttpRequest, HttpResponse, PlainRoute } from '../http/index.js'
import { routesOnDemand } from '../http/routes-on-demand.js'
import type { GuessLimiter } from '../limits/guess-limiter.js'
import type { Checkpoint } from './audit/search.js'
import { PAGE_TABLE } from './page-table.js'

export * from './deprecations.js'

/** Every page except those of the OAuth provider, as it is declared. */
export const declaredPages = async (
  guessLimiter: GuessLimiter,
  checkpoint: Checkpoint,
): Promise<ReadonlyArray<PlainRoute>> => (await import('./page-routes.js')).pageRoutes(guessLimiter, checkpoint)

/** The same pages, which are loaded with the first request for one. */
export const pageRoutes = (guessLimiter: GuessLimiter, checkpoint: Checkpoint): ReadonlyArray<PlainRoute> =>
  routesOnDemand(PAGE_TABLE, () => declaredPages(guessLimiter, checkpoint))

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
