import type { CorsPolicy } from './cors.js'
import type { HttpRequest, HttpResponse, MaybePromise } from './message.js'
import type { RequestContext } from './route.js'

/** A route outside of the REST API (OAuth, pages, git, health), which reads the request and writes the response itself. */
export interface PlainRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** From the root, with `:names`; `*name` matches one or more segments, also in the middle of the path (`/*path.git/info/refs`). */
  readonly path: string
  /** Which pages of other origins may read the responses; default: none. */
  readonly cors?: CorsPolicy
  /** Answered also while the server sheds load. */
  readonly exemptFromLoadShedding?: true
  /** Answered as of today whichever moment is asked for; so are routes exempt from load shedding. */
  readonly alwaysOfToday?: true
  /** Path parameters are decoded. The handler reads the body itself. */
  readonly handle: (
    request: HttpRequest,
    params: Readonly<Record<string, string>>,
    context: RequestContext,
  ) => MaybePromise<HttpResponse>
}

/** Declares an endpoint outside of `/api/v4`. */
export const plainRoute = (route: PlainRoute): PlainRoute => route
