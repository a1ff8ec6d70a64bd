import type { HttpHandler, HttpResponse, ServedEndpoint } from '../http/index.js'
import { endpointPattern } from './endpoint-pattern.js'
import { checkMatchesEndpoint } from './matching-endpoints.js'

/** A request that was answered. */
export interface LoggedRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  /** `undefined` where the connection was dropped. */
  readonly status: number | undefined
  readonly milliseconds: number
}

const MAX_REQUESTS = 10_000

/** The requests in the order of their answers; the last 10,000. */
export class RequestLog {
  #all: Array<LoggedRequest> = []
  readonly #endpoints: () => ReadonlyArray<ServedEndpoint>

  constructor(endpoints: () => ReadonlyArray<ServedEndpoint>) {
    this.#endpoints = endpoints
  }

  get all(): ReadonlyArray<LoggedRequest> {
    return this.#all
  }

  /** The requests that match a pattern such as `POST /projects/:id/merge_requests`. Throws where there are none, and the pattern matches no endpoint. */
  matching(pattern: string): ReadonlyArray<LoggedRequest> {
    const matches = endpointPattern(pattern)
    const found = this.#all.filter(({ method, path }) => matches(method, path))
    if (found.length === 0) checkMatchesEndpoint(pattern, this.#endpoints())
    return found
  }

  clear(): void {
    this.#all = []
  }

  /** The same handler, with its requests logged. */
  over(handler: HttpHandler): HttpHandler {
    return async (request) => {
      const { method, path, query } = request
      const from = performance.now()
      // A request that began before the log was cleared belongs to what was cleared.
      const log = this.#all
      let response: HttpResponse | undefined
      try {
        response = await handler(request)
        return response
      } finally {
        log.push({ method, path, query, status: response?.status, milliseconds: performance.now() - from })
        if (log.length > MAX_REQUESTS) log.shift()
      }
    }
  }
}
