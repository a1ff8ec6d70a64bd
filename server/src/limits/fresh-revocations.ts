import type { Freshness } from '../auth/revocation-freshness.js'
import { cookieIn, SESSION_COOKIE } from '../auth/sessions.js'
import { type HttpRequest, type HttpResponse, type MaybePromise, refusal, responseOf } from '../http/index.js'

type Front = (request: HttpRequest) => MaybePromise<HttpResponse | undefined>

const SECRET_HEADERS = ['authorization', 'private-token', 'job-token', 'deploy-token'] as const
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Whether a request may carry credentials. Bodies are not read here, so methods other than GET and HEAD always may. */
const mayCarryCredentials = ({ method, headers, query }: HttpRequest): boolean =>
  !READING.has(method) ||
  SECRET_HEADERS.some((name) => headers.has(name)) ||
  query.includes('token=') ||
  (headers.has('cookie') && cookieIn(headers, SESSION_COOKIE) !== undefined)

const unavailable = responseOf(
  refusal(503, { message: '503 Service Unavailable - this server cannot tell whether the token is still good' }, [
    ['Retry-After', '1'],
  ]),
)

/** Answers 503 to requests with a token that another server may have revoked longer ago than the instance allows; runs before everything else. */
export const requireFreshRevocations =
  (freshness: Freshness | undefined, front: Front): Front =>
  (request) => {
    if (freshness === undefined || freshness.isSure || !mayCarryCredentials(request)) return front(request)
    return freshness.confirm().then((sure) => (sure ? front(request) : unavailable))
  }
