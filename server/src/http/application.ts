import type { Forge } from '@forgefold/core/app'
import { isServed } from '@forgefold/core/releases'
import { type ApiOptions, makeRouteRunner, type RouteRunner } from './api.js'
import { API_CORS, corsHeaders, isPreflight, preflight } from './cors.js'
import { BodyAborted, type HttpHandler, type HttpRequest, type HttpResponse } from './message.js'
import type { PlainRoute } from './plain-route.js'
import { refusalResponse } from './rejections.js'
import type { Route } from './route.js'
import { Router } from './router.js'

/** What happened to one request, for logs and metrics: the route's pattern, never its query. */
export interface Served {
  readonly method: string
  readonly pattern: string
  readonly status: number
  readonly milliseconds: number
  readonly requestId: string
}

export interface ApplicationOptions extends ApiOptions {
  readonly routes: ReadonlyArray<Route>
  readonly plainRoutes: ReadonlyArray<PlainRoute>
  readonly requestId: () => string
  /** Answers before anything else where a limit is reached; undefined lets the request through. */
  readonly throttle?: (request: HttpRequest) => HttpResponse | undefined | Promise<HttpResponse | undefined>
  readonly onServed?: (served: Served) => void
  /** A defect: something threw. */
  readonly onDefect?: (error: unknown, requestId: string) => void
}

type Target =
  | { readonly kind: 'api'; readonly pattern: string; readonly run: RouteRunner }
  | { readonly kind: 'plain'; readonly pattern: string; readonly route: PlainRoute }

const PREFIX = '/api/v4'

/** Whether a route exists in this release and on this tier. */
export const isRouteServed = (route: Route, instance: Forge['instance']): boolean =>
  isServed(route, instance.release) &&
  (route.tier === undefined || instance.tier === 'ultimate' || instance.tier === route.tier)

const json = (status: number, body: unknown, headers: HttpResponse['headers'] = []): HttpResponse => ({
  status,
  headers: [['Content-Type', 'application/json'], ...headers],
  body: JSON.stringify(body),
})

const REQUEST_ID = /^[\w\-.]{1,128}$/

/** The whole server as one function: every transport calls it. */
export const makeApplication = (options: ApplicationOptions): HttpHandler => {
  const router = new Router<Target>()
  for (const route of options.routes) {
    if (!isRouteServed(route, options.forge.instance)) continue
    const pattern = `${PREFIX}${route.path}`
    router.add(route.method, pattern, { kind: 'api', pattern, run: makeRouteRunner(route, options) })
  }
  for (const route of options.plainRoutes)
    router.add(route.method, route.path, { kind: 'plain', pattern: route.path, route })

  const notFound = (path: string): HttpResponse => {
    if (path.startsWith('/api/v3')) return json(410, { error: 'API V3 is no longer supported. Use API V4 instead.' })
    if (path.startsWith('/api/')) return json(404, { error: '404 Not Found' })
    return { status: 404, headers: [['Content-Type', 'text/plain; charset=utf-8']], body: 'Not Found\n' }
  }

  const dispatch = async (
    request: HttpRequest,
    requestId: string,
  ): Promise<{ readonly response: HttpResponse; readonly pattern: string }> => {
    const unmatched = (response: HttpResponse): { readonly response: HttpResponse; readonly pattern: string } => ({
      response,
      pattern: 'unmatched',
    })
    const throttled = await options.throttle?.(request)
    if (throttled !== undefined) return unmatched(throttled)
    const isApi = request.path.startsWith('/api/')
    const found = router.find(request.path)
    if (isPreflight(request)) {
      const asked = found?.methods.get(request.headers.get('access-control-request-method') ?? '')
      const policy = isApi ? API_CORS : asked?.kind === 'plain' ? asked.route.cors : undefined
      return unmatched(preflight(request, policy))
    }
    if (found === undefined) return unmatched(notFound(request.path))
    if (found.params === undefined)
      return unmatched({ status: 400, headers: [['Content-Type', 'text/plain']], body: 'Bad Request' })
    const target =
      found.methods.get(request.method) ?? (request.method === 'HEAD' ? found.methods.get('GET') : undefined)
    if (target === undefined) {
      const allow = [...found.methods.keys(), ...(found.methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
      if (request.method === 'OPTIONS') return unmatched({ status: 204, headers: [['Allow', allow]], body: null })
      return unmatched(json(405, { error: '405 Not Allowed' }, [['Allow', allow]]))
    }
    if (target.kind === 'api')
      return { response: await target.run(request, found.params, requestId), pattern: target.pattern }
    const response = await target.route.handle(request, found.params)
    const cors = target.route.cors === undefined ? [] : corsHeaders(request, target.route.cors)
    return { response: { ...response, headers: [...response.headers, ...cors] }, pattern: target.pattern }
  }

  const standing = (request: HttpRequest, requestId: string, milliseconds: number): HttpResponse['headers'] => [
    ['X-Request-Id', requestId],
    ['X-Runtime', (milliseconds / 1000).toFixed(6)],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'SAMEORIGIN'],
    ['Vary', 'Origin'],
    ...(request.path.startsWith('/api/') ? corsHeaders(request, API_CORS) : []),
  ]

  return async (request) => {
    const began = performance.now()
    const asked = request.headers.get('x-request-id')
    const requestId = asked !== undefined && REQUEST_ID.test(asked) ? asked : options.requestId()
    let response: HttpResponse
    let pattern = 'unmatched'
    try {
      const dispatched = await dispatch(request, requestId)
      response = dispatched.response
      pattern = dispatched.pattern
    } catch (error) {
      if (!(error instanceof BodyAborted)) options.onDefect?.(error, requestId)
      response = refusalResponse({ status: 500, body: { message: '500 Internal Server Error' }, headers: [] }, [])
    }
    const milliseconds = performance.now() - began
    const own = new Set(response.headers.map(([name]) => name.toLowerCase()))
    const headers = [
      ...response.headers,
      ...standing(request, requestId, milliseconds).filter(([name]) => !own.has(name.toLowerCase())),
    ]
    options.onServed?.({ method: request.method, pattern, status: response.status, milliseconds, requestId })
    return { status: response.status, headers, body: response.body }
  }
}
