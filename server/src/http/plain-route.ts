import type { CorsPolicy } from './cors.js'
import type { HttpRequest, HttpResponse, MaybePromise } from './message.js'
import type { RequestContext } from './route.js'

/** A route outside the REST API (OAuth, pages, git, health): it reads the request and writes the response itself. */
export interface PlainRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** From the root, with `:names`; `*name` takes one or more segments, also amid the path (`/*path.git/info/refs`). */
  readonly path: string
  /** Which pages of other origins may read the answers; none where it is left out. */
  readonly cors?: CorsPolicy
  /** Answered also where the server turns requests away because it has too much to do. */
  readonly exemptFromLoadShedding?: true
  /** Answered as of today whichever moment is asked for; so are routes exempt from load shedding. */
  readonly alwaysOfToday?: true
  /** Path parameters are decoded. The request's body is the handler's own business. */
  readonly handle: (
    request: HttpRequest,
    params: Readonly<Record<string, string>>,
    context: RequestContext,
  ) => MaybePromise<HttpResponse>
}

/** Declares an endpoint outside of `/api/v4`. */
export const plainRoute = (route: PlainRoute): PlainRoute => route
