import { isUint8Array } from 'node:util/types'
import { shown } from '../embedding/known-names.js'
import { type HttpHandler, type HttpRequest, type HttpResponse, isReading, type ServedEndpoint } from '../http/index.js'
import { isBodiless } from '../transport/statuses.js'
import { endpointPattern, type Matches, readPattern } from './endpoint-pattern.js'
import { type ArrangedFault, checkArranged, checkCount, checkFault, type Fault } from './fault.js'
import { checkMatchesEndpoint } from './matching-endpoints.js'

/** The error of a client whose connection was cut on purpose. */
class ConnectionDropped extends TypeError {
  constructor() {
    super('fetch failed: the connection was dropped by a fault')
  }
}

/** Sets faults; patterns are such as `POST /projects/:id/merge_requests`. */
export interface FaultControl {
  /** The next matching request fails, or the next `times`. */
  readonly next: (pattern: string, fault: Fault, times?: number) => void
  /** The `nth` matching request from now on fails, counted from 1. */
  readonly nth: (pattern: string, nth: number, fault: Fault) => void
  /** Every matching request fails until `clear`. */
  readonly always: (pattern: string, fault: Fault) => void
  /** Matching reads are answered by another handler: an older state of the forge. */
  readonly answerFrom: (pattern: string, handler: HttpHandler) => void
  readonly clear: () => void
}

interface Arranged {
  readonly matches: Matches
  readonly fault: Fault
  readonly from?: HttpHandler
  skip: number
  left: number
}

const BODIES: Readonly<Record<number, unknown>> = {
  401: { message: '401 Unauthorized' },
  403: { message: '403 Forbidden' },
  404: { message: '404 Not Found' },
  409: { message: '409 Conflict' },
  429: 'Retry later\n',
  500: { message: '500 Internal Server Error' },
  502: 'Bad Gateway\n',
  503: { message: '503 Service Unavailable' },
}

const HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  429: { 'Retry-After': '60', 'RateLimit-Limit': '60', 'RateLimit-Remaining': '0' },
  503: { 'Retry-After': '10' },
}

/** The media type of a body, and the body as it is sent. */
const sentAs = (body: unknown): readonly [string, string | Uint8Array] => {
  if (typeof body === 'string') return ['text/plain', body]
  return isUint8Array(body) ? ['application/octet-stream', body] : ['application/json', JSON.stringify(body)]
}

const answerOf = ({
  status = 500,
  headers,
  body = BODIES[status] ?? { message: String(status) },
}: Fault): HttpResponse => {
  if (isBodiless(status)) return { status, headers: Object.entries({ ...headers }), body: null }
  const [type, sent] = sentAs(body)
  const all = { 'Content-Type': type, ...HEADERS[status], ...headers }
  return { status, headers: Object.entries(all), body: sent }
}

/** Waits some milliseconds. Nobody waits for a request whose client is gone: its delay does not keep the process alive. */
const late = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    if (signal.aborted) timer.unref()
    else signal.addEventListener('abort', () => timer.unref(), { once: true })
  })

/** Sets a fault from its complete description. Throws if it would have no effect. */
export const arrange = (faults: FaultControl, arranged: ArrangedFault): void => {
  checkArranged(arranged)
  const { pattern, times, nth, always, ...fault } = arranged
  if (always === true) faults.always(pattern, fault)
  else if (nth === undefined) faults.next(pattern, fault, times)
  else faults.nth(pattern, nth, fault)
}

/** Lets requests fail as tests ask; the first fault that matches applies. */
export class Faults implements FaultControl {
  #arranged: Array<Arranged> = []
  readonly #endpoints: () => ReadonlyArray<ServedEndpoint>

  /** A pattern must match an endpoint that is served, or one of the public API. */
  constructor(endpoints: () => ReadonlyArray<ServedEndpoint>) {
    this.#endpoints = endpoints
  }

  readonly next = (pattern: string, fault: Fault, times = 1): void => {
    checkCount('times', times)
    this.#arrange(pattern, fault, 0, times)
  }

  readonly nth = (pattern: string, nth: number, fault: Fault): void => {
    checkCount('nth', nth)
    this.#arrange(pattern, fault, nth - 1, 1)
  }

  readonly always = (pattern: string, fault: Fault): void => this.#arrange(pattern, fault, 0, Number.POSITIVE_INFINITY)

  readonly answerFrom = (pattern: string, from: HttpHandler): void => {
    if (typeof from !== 'function') throw new TypeError('answerFrom takes the handler that answers')
    const matches = this.#matches(pattern)
    const { method } = readPattern(pattern)
    if (!isReading(method) && method !== '*')
      throw new RangeError(`${shown(pattern)} is no read: only reads are answered by another state of the forge`)
    const left = Number.POSITIVE_INFINITY
    const matchesRead: Matches = (asked, path) => isReading(asked) && matches(asked, path)
    this.#arranged.push({ matches: matchesRead, fault: {}, from, skip: 0, left })
  }

  readonly clear = (): void => {
    this.#arranged = []
  }

  #arrange(pattern: string, fault: Fault, skip: number, left: number): void {
    checkFault(fault)
    this.#arranged.push({ matches: this.#matches(pattern), fault, skip, left })
  }

  #matches(pattern: string): Matches {
    checkMatchesEndpoint(pattern, this.#endpoints())
    return endpointPattern(pattern)
  }

  #take({ method, path }: HttpRequest): Arranged | undefined {
    for (const one of this.#arranged) {
      if (!one.matches(method, path)) continue
      if (one.skip > 0) {
        one.skip -= 1
        continue
      }
      one.left -= 1
      if (one.left <= 0) this.#arranged = this.#arranged.filter((other) => other !== one)
      return one
    }
    return undefined
  }

  /** The same handler, with the faults. */
  over(handler: HttpHandler): HttpHandler {
    return (request) => {
      if (this.#arranged.length === 0) return handler(request)
      const taken = this.#take(request)
      return taken === undefined ? handler(request) : this.#fail(taken, request, taken.from ?? handler)
    }
  }

  async #fail({ fault }: Arranged, request: HttpRequest, handler: HttpHandler): Promise<HttpResponse> {
    const { latency = 0, drop, status } = fault
    if (latency > 0) await late(latency, request.signal)
    if (drop === 'before') throw new ConnectionDropped()
    const response = status === undefined ? await handler(request) : answerOf(fault)
    if (drop === 'after') throw new ConnectionDropped()
    return response
  }
}
