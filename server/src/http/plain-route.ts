import type { CorsPolicy } from './cors.js'
import type { HttpRequest, HttpResponse } from './message.js'

/** A route outside the REST API (OAuth, pages, git, health): it reads the request and writes the response itself. */
export interface PlainRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** From the root, with `:names`; a last `*name` takes the rest of the path, still encoded. */
  readonly path: string
  readonly cors?: CorsPolicy
  readonly handle: (request: HttpRequest, params: Readonly<Record<string, string>>) => Promise<HttpResponse>
}

export const plainRoute = (route: PlainRoute): PlainRoute => route
