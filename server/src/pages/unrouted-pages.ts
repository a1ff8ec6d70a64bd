import type { Forge } from '@forgefold/core/app'
import type { HttpHandler, HttpRequest, HttpResponse } from '../http/index.js'
import { publicKeys, resourcePage } from './resources/index.js'
import { wellKnownAddress } from './well-known.js'

/**
 * What has an address without a route of its own: well-known addresses of other implementations, the keys of users, and the pages of
 * resources, which may have any path; undefined if there is nothing. Pages ask the handler, which is the API, for what they show.
 */
export const unroutedPage =
  (handler: HttpHandler) =>
  async (request: HttpRequest, forge: Forge): Promise<HttpResponse | undefined> => {
    const known = wellKnownAddress(request)
    if (known !== undefined) return known
    const keys = await publicKeys(handler)(request)
    return keys === undefined ? resourcePage(handler)(request, forge) : keys
  }
