import type { Header, HttpRequest, HttpResponse } from './message.js'
import { POSITION_HEADER } from './position-header.js'

/** Which pages of other origins may read the responses of a route (Fetch standard, CORS). */
export interface CorsPolicy {
  readonly methods: ReadonlyArray<string>
  /** Request headers that a preflight may request besides the simple ones, in lower case; `any`: all. */
  readonly headers: ReadonlyArray<string> | 'any'
  /** Response headers that scripts may read. */
  readonly exposes: ReadonlyArray<string>
  /** The instance's own origin may send credentials. */
  readonly credentialsForSelf: boolean
}

const SIMPLE_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-language', 'content-type'])
const SECONDS = '7200'

/** The policy of `/api/*`: any origin, any method, any header. */
export const API_CORS: CorsPolicy = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  headers: 'any',
  exposes: [
    'Link',
    'X-Total',
    'X-Total-Pages',
    'X-Per-Page',
    'X-Page',
    'X-Next-Page',
    'X-Prev-Page',
    'X-Gitlab-Blob-Id',
    'X-Gitlab-Commit-Id',
    'X-Gitlab-Content-Sha256',
    'X-Gitlab-Encoding',
    'X-Gitlab-File-Name',
    'X-Gitlab-File-Path',
    'X-Gitlab-Last-Commit-Id',
    'X-Gitlab-Ref',
    'X-Gitlab-Size',
    'Deprecation',
    'Sunset',
    // Not documented: a page behind a load balancer sends it back to read its own writes.
    POSITION_HEADER,
  ],
  credentialsForSelf: true,
}

const allowHeaders = (policy: CorsPolicy, origin: string, ownOrigin: string): ReadonlyArray<Header> => {
  const self = policy.credentialsForSelf && origin === ownOrigin
  return [
    ['Access-Control-Allow-Origin', self ? origin : '*'],
    ['Access-Control-Allow-Methods', policy.methods.join(', ')],
    ['Access-Control-Expose-Headers', policy.exposes.join(', ')],
    ['Access-Control-Max-Age', SECONDS],
    ...(self ? [['Access-Control-Allow-Credentials', 'true'] satisfies Header] : []),
  ]
}

/** The headers that let a page of another origin read the response; none for requests without an origin. */
export const corsHeaders = (
  policy: CorsPolicy | undefined,
  request: HttpRequest,
  ownOrigin: string,
): ReadonlyArray<Header> => {
  const origin = request.headers.get('origin')
  return policy === undefined || origin === undefined ? [] : allowHeaders(policy, origin, ownOrigin)
}

/** Whether the request is a CORS preflight. */
export const isPreflight = (request: HttpRequest): boolean =>
  request.method === 'OPTIONS' && request.headers.has('origin') && request.headers.has('access-control-request-method')

const permits = (policy: CorsPolicy, method: string, asked: string): boolean => {
  const allowed = policy.headers
  if (!policy.methods.includes(method)) return false
  if (allowed === 'any') return true
  return asked
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .every((name) => name === '' || SIMPLE_HEADERS.has(name) || allowed.includes(name))
}

/** The response to a preflight; a refusal is a response without permissions. */
export const preflight = (policy: CorsPolicy | undefined, request: HttpRequest, ownOrigin: string): HttpResponse => {
  const method = request.headers.get('access-control-request-method') ?? ''
  const asked = request.headers.get('access-control-request-headers') ?? ''
  const origin = request.headers.get('origin') ?? ''
  if (policy === undefined || !permits(policy, method, asked)) return { status: 200, headers: [], body: null }
  const echoed: ReadonlyArray<Header> = asked === '' ? [] : [['Access-Control-Allow-Headers', asked]]
  return { status: 200, headers: [...allowHeaders(policy, origin, ownOrigin), ...echoed], body: null }
}
