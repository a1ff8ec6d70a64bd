import type { ClientCredentials } from '@forgefold/core/domains/identity/oauth-application'
import { oauthError, type Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { basicOf } from '../auth/presented-credentials.js'
import {
  type CorsPolicy,
  type HttpRequest,
  type HttpResponse,
  paramsOfText,
  type RawParams,
  readBodyParams,
  refusalOf,
} from '../http/index.js'

/** OAuth messages are short. */
const BODY_LIMIT = 64 * 1024

/** Tokens must not be cached (RFC 6749 §5.1). */
const NO_STORE = [
  ['Cache-Control', 'no-store'],
  ['Pragma', 'no-cache'],
] as const

/** A JSON answer of the OAuth endpoints. */
export const oauthJson = (status: number, body: unknown, headers: HttpResponse['headers'] = []): HttpResponse => ({
  status,
  headers: [['Content-Type', 'application/json; charset=utf-8'], ...NO_STORE, ...headers],
  body: JSON.stringify(body),
})

const challenge = (code: string, description: string): readonly [string, string] => [
  'WWW-Authenticate',
  `Bearer realm="Forgefold", error="${code}", error_description="${description}"`,
]

/** A refusal as the OAuth endpoints answer it (RFC 6749 §5.2). */
export const oauthRefusal = (rejection: Rejection, status?: number): HttpResponse => {
  const refusal = refusalOf(rejection)
  if (rejection.kind !== 'OAuth') {
    const response = oauthJson(refusal.status, refusal.body, refusal.headers)
    return refusal.cause === undefined ? response : { ...response, cause: refusal.cause }
  }
  const { code, description } = rejection.error
  return oauthJson(status ?? refusal.status, { error: code, error_description: description }, [
    challenge(code, description),
  ])
}

const unreadable = oauthError(
  'invalid_request',
  'The request is missing a required parameter, includes an unsupported parameter value, or is otherwise malformed.',
)

/** The parameters of an OAuth request; those of the body take precedence over those of the query. Rejections: `OAuth` (invalid_request). */
export const oauthParams = async (request: HttpRequest): Promise<E.Either<Rejection, RawParams>> => {
  const query = paramsOfText(request.query)
  const body = request.method === 'GET' ? E.right({}) : await readBodyParams(request, BODY_LIMIT)
  if (E.isLeft(query) || E.isLeft(body)) return E.left(unreadable)
  return E.right({ ...query.right, ...body.right })
}

/** A parameter as text; blank counts as missing. */
export const textOf = (params: RawParams, name: string): string | undefined => {
  const value = params[name]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The client credentials, by Basic (both halves form-encoded, RFC 6749 §2.3.1) or in the body; Basic takes precedence. A blank secret counts as missing. */
export const clientOf = (request: HttpRequest, params: RawParams): ClientCredentials => {
  const basic = basicOf(request.headers.get('authorization'))
  if (basic !== undefined) {
    const secret = unescaped(basic.password)
    return { clientId: unescaped(basic.username), clientSecret: secret === '' ? undefined : secret }
  }
  return { clientId: textOf(params, 'client_id'), clientSecret: textOf(params, 'client_secret') }
}

const corsPolicy = (...methods: ReadonlyArray<string>): CorsPolicy => ({
  methods,
  headers: ['authorization'],
  exposes: [],
  credentialsForSelf: false,
})

/** Token and revocation: POST, and only simple headers and Authorization (docs/reference/behaviour/identity.md#oauth-cross-origin-requests). */
export const TOKEN_CORS = corsPolicy('POST')
/** The CORS policy of the userinfo endpoint. */
export const USERINFO_CORS = corsPolicy('GET', 'HEAD', 'POST')
/** The CORS policy of the discovery documents. */
export const DISCOVERY_CORS: CorsPolicy = { ...corsPolicy('GET', 'HEAD'), headers: [] }
