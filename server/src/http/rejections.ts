import type { Rejection } from '@forgefold/core/kernel'
import type { HttpResponse } from './message.js'

/** A refusal on the wire: status, body and the headers that belong to it. */
export interface Refusal {
  readonly status: number
  /** Null: no body at all. A string is sent as plain text. */
  readonly body: Readonly<Record<string, unknown>> | string | null
  readonly headers: ReadonlyArray<readonly [string, string]>
}

type Message = string | ReadonlyArray<string> | undefined

const plain = (status: number, body: Refusal['body'], headers: Refusal['headers'] = []): Refusal => ({
  status,
  body,
  headers,
})
const message = (status: number, text: Message): Refusal => plain(status, { message: text })

const bearerChallenge = (description: string): readonly [string, string] => [
  'WWW-Authenticate',
  `Bearer realm="Protected by OAuth 2.0", error="invalid_token", error_description="${description}"`,
]

const oauthStatus = (code: string): number =>
  code === 'invalid_client' || code === 'invalid_token' || code === 'unauthorized_client' ? 401 : 400

/** Which status and body each refusal has (the four error families of the documented API). */
export const refusalOf = (rejection: Rejection): Refusal => {
  switch (rejection.kind) {
    case 'Unauthenticated':
      return message(401, '401 Unauthorized')
    case 'InvalidToken':
      return plain(401, { error: 'invalid_token', error_description: rejection.description }, [
        bearerChallenge(rejection.description),
      ])
    case 'InsufficientScope':
      return plain(403, {
        error: 'insufficient_scope',
        error_description: 'The request requires higher privileges than provided by the access token.',
        scope: rejection.scopes.join(' '),
      })
    case 'Forbidden':
      return message(403, rejection.reason === undefined ? '403 Forbidden' : `403 Forbidden - ${rejection.reason}`)
    case 'NotFound':
      return message(404, rejection.what === undefined ? '404 Not Found' : `404 ${rejection.what} Not Found`)
    case 'RecordNotFound':
      return message(404, '404 Not found')
    case 'Invalid':
      return plain(400, { message: rejection.fields })
    case 'BadRequest':
      if (rejection.reason === 'Malformed') return plain(400, 'Bad Request')
      return message(400, rejection.reason === undefined ? '400 Bad request' : `400 Bad request - ${rejection.reason}`)
    case 'Refused':
      return message(400, rejection.message)
    case 'BadParameters':
      return plain(400, { error: rejection.error })
    case 'NotAllowed':
      return message(405, '405 Method Not Allowed')
    case 'NotAcceptable':
      return message(406, '406 Not Acceptable')
    case 'Conflict':
      return message(409, rejection.message ?? '409 Conflict')
    case 'PreconditionFailed':
      return message(412, '412 Precondition Failed')
    case 'NotModified':
      return plain(304, null)
    case 'TooLarge':
      return message(413, '413 Request Entity Too Large')
    case 'UnsupportedMediaType':
      return plain(415, { error: `The provided content-type '${rejection.contentType}' is not supported.` })
    case 'Unprocessable':
      return message(422, rejection.message ?? '422 Unprocessable Entity')
    case 'Throttled':
      return plain(429, { message: { error: rejection.message } })
    case 'OAuth':
      return plain(oauthStatus(rejection.error.code), {
        error: rejection.error.code,
        error_description: rejection.error.description,
      })
    case 'ReadOnly':
      return message(403, rejection.message)
    case 'Unavailable':
      return plain(503, { message: `503 Service Unavailable - ${rejection.reason}` }, [
        ['Retry-After', '1'],
        ...(rejection.position === undefined ? [] : [['Forgefold-Position', String(rejection.position)] as const]),
      ])
  }
}

/** A refusal as a response; `headers` come first. */
export const refusalResponse = (refusal: Refusal, headers: HttpResponse['headers']): HttpResponse => {
  const { status, body } = refusal
  if (body === null) return { status, headers: [...headers, ...refusal.headers], body: null }
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  return {
    status,
    headers: [['Content-Type', type], ...headers, ...refusal.headers],
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}
