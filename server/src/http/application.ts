import { notFound, tooLarge, unavailable } from '@forgefold/core/kernel'
import { DeadlineExceeded, ObjectsPruned, RepositoryGone } from '@forgefold/core/ports'
import { callApi } from './api-call.js'
import type { ApplicationOptions, AsOfReads, Mount } from './application-options.js'
import { withByteRange } from './byte-range.js'
import { isApi, withCommonHeaders, withUsedDeprecations } from './common-headers.js'
import { corsHeaders, isPreflight, preflight } from './cors.js'
import { corsOf, isExemptFromLoadShedding, isOfToday, targetOf } from './endpoint-target.js'
import { Exchange } from './exchange.js'
import { isTooLongText } from './json-text.js'
import { makePathResolver } from './known-paths.js'
import { andThen, type HttpHandler, type HttpResponse, isStream, type MaybePromise, normalRequest } from './message.js'
import { awaitPosition } from './position.js'
import { defect, malformed, noSuchMethod, refusal, responseOf } from './refusal.js'
import { refusalOf } from './rejections.js'
import { overloaded } from './request-load.js'
import { begun, isClientGone, releasingAfter } from './response-body-streams.js'
import { API_BASE, type Endpoint, type LazyEndpoint, type PlainEndpoint, routeTablesOf } from './route-tables.js'
import { allowHeader, type PathParams, type RouteMatch } from './router.js'
import { transientReason } from './transient-failures.js'
import { CLOSING } from './unavailability.js'
import { makeUnimplementedFinder, unimplemented } from './unimplemented.js'
import { unservedResponse } from './unserved-paths.js'

type Match = RouteMatch<Endpoint> | undefined

const late = responseOf(refusalOf(unavailable('the time of the request was over before it was let in')))
const projectGone = responseOf(refusalOf(notFound('Project')))
const prunedObjects = responseOf(
  refusal(410, { message: '410 Gone - objects that the history names have been pruned from the repository' }),
)
const allowed = (allow: string): HttpResponse => ({ status: 204, headers: [['Allow', allow]], body: null })

/** Makes the function that answers every request. */
export const makeApplication = (options: ApplicationOptions): HttpHandler => {
  const find = routeTablesOf(options)
  const resolve = makePathResolver(find)
  const { forge, throttle, load, asOfReads, onServed } = options
  const mounts = options.mounts ?? []
  const unbuilt = makeUnimplementedFinder(API_BASE, options.documented ?? (() => []), options.routes, forge.instance)
  const ownOrigin = (): string => new URL(forge.instance.externalUrl).origin

  const begin = (exchange: Exchange, response: HttpResponse): MaybePromise<HttpResponse> =>
    begun(withByteRange(response, exchange.request), exchange, options.onResponseBodyError)

  const callMount = (mount: Mount, exchange: Exchange): MaybePromise<HttpResponse> => {
    exchange.pattern = mount.pattern
    return mount.handle(exchange.request, exchange.requestId, exchange.forge)
  }

  const callPlain = (
    { route }: PlainEndpoint,
    exchange: Exchange,
    params: PathParams | undefined,
  ): MaybePromise<HttpResponse> => {
    exchange.pattern = route.path
    return params === undefined ? responseOf(malformed) : route.handle(exchange.request, params, exchange)
  }

  /** 501 for what is documented and not built, else the work. */
  const unlessUnbuilt = ({ request }: Exchange, work: () => MaybePromise<HttpResponse>): MaybePromise<HttpResponse> =>
    andThen(isApi(request.path) ? unbuilt(request.method, request.path) : undefined, (missing) =>
      missing === undefined ? work() : responseOf(unimplemented(missing)),
    )

  const callDocumented = (
    endpoint: LazyEndpoint,
    exchange: Exchange,
    params: PathParams | undefined,
    isBuilt = !endpoint.isWide,
  ): MaybePromise<HttpResponse> => {
    if (!isBuilt) return unlessUnbuilt(exchange, () => callDocumented(endpoint, exchange, params, true))
    exchange.pattern = endpoint.pattern
    return andThen(endpoint.ready(), (ready) => callApi(options, ready, exchange, params))
  }

  const notServed = (exchange: Exchange, found: Match): MaybePromise<HttpResponse> => {
    const { method, path } = exchange.request
    if (found === undefined) return unservedResponse(exchange, options.otherPages)
    if (method === 'OPTIONS') return allowed(allowHeader(found.resource))
    const wider = isApi(path) ? find(path, method === 'HEAD' ? 'GET' : method) : undefined
    return wider === undefined ? responseOf(noSuchMethod(allowHeader(found.resource))) : answer(exchange, wider)
  }

  const answer = (exchange: Exchange, found: Match): MaybePromise<HttpResponse> => {
    const { request } = exchange
    if (isPreflight(request)) {
      const wanted = request.headers.get('access-control-request-method') ?? ''
      return preflight(corsOf(found, wanted, request.path), request, ownOrigin())
    }
    const mount = isApi(request.path) ? undefined : mounts.find((one) => one.matches(request))
    if (mount !== undefined) return callMount(mount, exchange)
    const target = targetOf(found, request.method)
    if (found === undefined || target === undefined) return unlessUnbuilt(exchange, () => notServed(exchange, found))
    const { target: endpoint, names } = target
    const params = found.params(names)
    return endpoint.kind === 'api' ? callDocumented(endpoint, exchange, params) : callPlain(endpoint, exchange, params)
  }

  const work = (exchange: Exchange, found: Match): MaybePromise<HttpResponse> => {
    const { request } = exchange
    if (load === undefined || isExemptFromLoadShedding(targetOf(found, request.method)?.target))
      return answer(exchange, found)
    return load.isFull ? overloaded : load.follow(request, answer(exchange, found))
  }

  /** Answers a read as of a point in the past, for callers who may ask for one. */
  const workInPast = async ({ open }: AsOfReads, exchange: Exchange, found: Match): Promise<HttpResponse> => {
    const past = await open(exchange.request)
    if ('status' in past) return past
    exchange.forge = past.forge
    let isSent = false
    try {
      const response = await work(exchange, found)
      if (!isStream(response.body)) return response
      isSent = true
      return { ...response, body: releasingAfter(response.body, past.release) }
    } finally {
      if (!isSent) past.release()
    }
  }

  const letIn = (exchange: Exchange, found: Match): MaybePromise<HttpResponse> =>
    asOfReads?.isAsOfRequest(exchange.request) === true && !isOfToday(targetOf(found, exchange.request.method)?.target)
      ? workInPast(asOfReads, exchange, found)
      : work(exchange, found)

  const finish = (exchange: Exchange, found: Match, response: HttpResponse): HttpResponse => {
    const { request, principal } = exchange
    const cors =
      request.headers.has('origin') && !isPreflight(request)
        ? corsHeaders(corsOf(found, request.method, request.path), request, ownOrigin())
        : []
    if (response.cause !== undefined) options.onUnavailable?.(response.cause, exchange.requestId)
    const milliseconds = performance.now() - exchange.startedAt
    const whole = withCommonHeaders(withUsedDeprecations(response, exchange), exchange, cors, milliseconds)
    onServed?.({
      method: request.method,
      pattern: exchange.pattern,
      status: whole.status,
      milliseconds,
      requestId: exchange.requestId,
      userId: principal.kind === 'user' ? principal.userId : undefined,
      from: request,
    })
    return whole
  }

  const failed = (exchange: Exchange, found: Match, error: unknown): HttpResponse => {
    if (isClientGone(error)) return finish(exchange, found, { status: 400, headers: [], body: null })
    if (error instanceof RepositoryGone) return finish(exchange, found, projectGone)
    if (isTooLongText(error)) return finish(exchange, found, responseOf(refusalOf(tooLarge)))
    if (error instanceof ObjectsPruned) return finish(exchange, found, prunedObjects)
    if (options.isClosed?.() === true) return finish(exchange, found, responseOf(refusalOf(unavailable(CLOSING))))
    const passing = transientReason(error)
    // What a client asks for may take too long: that is told as unavailable, and no defect.
    if (!(error instanceof DeadlineExceeded)) options.onDefect?.(error, exchange.requestId)
    return finish(exchange, found, responseOf(passing === undefined ? defect : refusalOf(unavailable(passing))))
  }

  const throttled = (
    exchange: Exchange,
    found: Match,
    isDotted: boolean,
    early: HttpResponse | undefined,
  ): MaybePromise<HttpResponse> => {
    const refused = early ?? (isDotted ? responseOf(malformed) : awaitPosition(forge.read, exchange.request))
    return refused === undefined ? letIn(exchange, found) : andThen(refused, (sent) => sent ?? letIn(exchange, found))
  }

  const run = (exchange: Exchange, found: Match, isDotted: boolean): MaybePromise<HttpResponse> => {
    const early = throttle?.(exchange.request)
    return early instanceof Promise
      ? exchange.inTime(early, late).then((refused) => throttled(exchange, found, isDotted, refused))
      : throttled(exchange, found, isDotted, early)
  }

  return (sent) => {
    const { path, found, hasDotSegment } = resolve(sent.path)
    const exchange = new Exchange(options, normalRequest(sent, path))
    try {
      const response = andThen(run(exchange, found, hasDotSegment), (answered) => begin(exchange, answered))
      if (!(response instanceof Promise)) return finish(exchange, found, response)
      return response.then(
        (sent) => finish(exchange, found, sent),
        (error: unknown) => failed(exchange, found, error),
      )
    } catch (error) {
      return failed(exchange, found, error)
    }
  }
}
