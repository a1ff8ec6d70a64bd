import { given, type Rejection } from '@forgefold/core/kernel'
import type { Header } from './message.js'
import { positionHeader } from './position-header.js'
import { bodyTooLarge, type Refusal, refusal } from './refusal.js'
import { unavailability } from './unavailability.js'

type Message = string | ReadonlyArray<string>

const message = (status: number, text: Message): Refusal => refusal(status, { message: text })

const quoted = (text: string): string => text.replace(/[\\"]/g, '\\$&')

/** The challenge of RFC 6750 §3. */
const bearerChallenge = (realm: string, code: string, description: string): Header => [
  'WWW-Authenticate',
  `Bearer realm="${realm}", error="${code}", error_description="${quoted(description)}"`,
]

const WITH_401 = new Set(['invalid_client', 'unauthorized_client', 'invalid_token'])

const UNAVAILABLE_SECONDS = '1'

/** The status, body and headers of each refusal of the domain: the four error families of the documented API. */
export const refusalOf = (rejection: Rejection): Refusal => {
  switch (rejection.kind) {
    case 'Unauthenticated':
      return message(401, '401 Unauthorized')
    case 'InvalidToken':
      return refusal(401, { error: 'invalid_token', error_description: rejection.description }, [
        bearerChallenge('Protected by OAuth 2.0', 'invalid_token', rejection.description),
      ])
    case 'InsufficientScope':
      return refusal(403, {
        error: 'insufficient_scope',
        error_description: 'The request requires higher privileges than provided by the access token.',
        scope: rejection.scopes.join(' '),
      })
    case 'Forbidden':
      return message(403, rejection.reason === undefined ? '403 Forbidden' : `403 Forbidden - ${rejection.reason}`)
    case 'Denied':
      return message(403, rejection.message)
    case 'NotFound':
      return message(404, rejection.what === undefined ? '404 Not Found' : `404 ${rejection.what} Not Found`)
    case 'Missing':
      return message(404, rejection.message)
    case 'RecordNotFound':
      return message(404, '404 Not found')
    case 'Invalid':
      return refusal(400, {
        message: Object.keys(rejection.fields).length === 0 ? '400 Bad Request' : rejection.fields,
      })
    case 'BadRequest':
      return message(400, rejection.reason === undefined ? '400 Bad request' : `400 Bad request - ${rejection.reason}`)
    case 'Refused': {
      const { message: text, code, dryRun } = rejection
      return refusal(400, { message: text, ...given({ error_code: code, dry_run: dryRun ? 'error' : undefined }) })
    }
    case 'BadParameters':
      return refusal(400, { error: rejection.error })
    case 'NotAllowed':
      return message(405, rejection.message ?? '405 Method Not Allowed')
    case 'NotAcceptable':
      return message(406, '406 Not Acceptable')
    case 'Conflict':
      return message(409, rejection.message ?? '409 Conflict')
    case 'PreconditionFailed':
      return message(412, '412 Precondition Failed')
    case 'NotModified':
      return refusal(304, null)
    case 'TooLarge':
      return bodyTooLarge
    case 'Unprocessable':
      return message(422, rejection.message ?? '422 Unprocessable Entity')
    case 'Throttled':
      return refusal(
        429,
        { message: { error: rejection.message } },
        rejection.seconds === undefined ? [] : [['Retry-After', String(rejection.seconds)]],
      )
    case 'OAuth': {
      const { code, description } = rejection.error
      return refusal(WITH_401.has(code) ? 401 : 400, { error: code, error_description: description }, [
        ['Cache-Control', 'no-store'],
        ['Pragma', 'no-cache'],
        bearerChallenge('Doorkeeper', code, description),
      ])
    }
    case 'ReadOnly':
      return message(403, rejection.message)
    case 'Unavailable':
      return {
        ...refusal(503, { message: `503 Service Unavailable - ${unavailability(rejection)}` }, [
          ['Retry-After', UNAVAILABLE_SECONDS],
          ...(rejection.position === undefined ? [] : [positionHeader(rejection.position)]),
        ]),
        cause: rejection.reason,
      }
  }
}

/** The reason of a `Forbidden`, for endpoints that answer in plain text. */
export const reasonOf = (rejection: Rejection): string =>
  (rejection.kind === 'Forbidden' ? rejection.reason : undefined) ?? 'Forbidden'
