import type { ApplicationOptions } from './application-options.js'
import { isApi } from './common-headers.js'
import type { Exchange } from './exchange.js'
import { andThen, type HttpResponse, type MaybePromise } from './message.js'
import { goneVersion, noSuchRoute, responseOf } from './refusal.js'
import { unimplemented } from './unimplemented.js'

/** The GraphQL API, of which nothing is built. */
const GRAPHQL = '/api/graphql'

const plainNotFound: HttpResponse = {
  status: 404,
  headers: [['Content-Type', 'text/plain']],
  body: '404 Not Found\n',
}

/** Answers a path without a route: below `/api` as the API refuses, elsewhere with a page where there is one. */
export const unservedResponse = (
  { request, forge }: Exchange,
  otherPages: ApplicationOptions['otherPages'],
): MaybePromise<HttpResponse> => {
  if (request.path.startsWith('/api/v3/') || request.path === '/api/v3') return responseOf(goneVersion)
  if (request.path === GRAPHQL) return responseOf(unimplemented({ method: request.method, path: GRAPHQL }))
  if (isApi(request.path) || request.path === '/api') return responseOf(noSuchRoute)
  const found = otherPages?.(request, forge)
  return found === undefined ? plainNotFound : andThen(found, (page) => page ?? plainNotFound)
}
