import type { HttpRequest, HttpResponse } from './message.js'

/** What a path allows to scripts of other origins. */
export interface CorsPolicy {
  readonly methods: ReadonlyArray<string>
  /** Lower-case names that a preflight may ask for besides the simple ones; `any`: all. */
  readonly headers: ReadonlyArray<string> | 'any'
  readonly exposed: ReadonlyArray<string>
}

/** The API: any method, any header. */
export const API_CORS: CorsPolicy = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  headers: 'any',
  exposed: [
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
  ],
}

/** Headers that a simple request may carry anyway (Fetch standard). */
const SIMPLE = ['accept', 'accept-language', 'content-language', 'content-type', 'range']

/** The headers that let another origin's script read an answer. */
export const corsHeaders = (request: Pick<HttpRequest, 'headers'>, policy: CorsPolicy): HttpResponse['headers'] =>
  request.headers.get('origin') === undefined
    ? []
    : [
        ['Access-Control-Allow-Origin', '*'],
        ['Access-Control-Allow-Methods', policy.methods.join(', ')],
        ['Access-Control-Expose-Headers', policy.exposed.join(', ')],
        ['Access-Control-Max-Age', '7200'],
      ]

export const isPreflight = (request: Pick<HttpRequest, 'headers' | 'method'>): boolean =>
  request.method === 'OPTIONS' && request.headers.has('origin') && request.headers.has('access-control-request-method')

/** The answer to a preflight: what is allowed, or an empty answer that allows nothing. */
export const preflight = (request: Pick<HttpRequest, 'headers'>, policy: CorsPolicy | undefined): HttpResponse => {
  const refused: HttpResponse = { status: 200, headers: [['Vary', 'Origin']], body: '' }
  const method = request.headers.get('access-control-request-method') ?? ''
  if (policy === undefined || !policy.methods.includes(method)) return refused
  const asked = (request.headers.get('access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  const allowed = policy.headers
  if (allowed !== 'any' && !asked.every((name) => allowed.includes(name) || SIMPLE.includes(name))) return refused
  return {
    status: 200,
    headers: [
      ...corsHeaders(request, policy),
      ...(asked.length === 0 ? [] : [['Access-Control-Allow-Headers', asked.join(', ')] as const]),
      ['Vary', 'Origin'],
    ],
    body: '',
  }
}
