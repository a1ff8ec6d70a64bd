import type { Route } from '../http/index.js'

type Part = Readonly<Record<string, unknown>>

const TEXT = { type: 'string' } as const

/** The body of a refusal in JSON (docs/reference/behaviour/http.md#error-bodies). */
export const REFUSAL: Part = {
  description: 'Either `message` or `error` is there.',
  type: 'object',
  properties: {
    message: {
      description: 'A sentence, several, or sentences by field',
      type: ['string', 'array', 'object'],
      items: TEXT,
      additionalProperties: { type: ['string', 'array'], items: TEXT },
    },
    error: TEXT,
    error_description: TEXT,
    scope: TEXT,
    error_code: TEXT,
    dry_run: TEXT,
  },
  anyOf: [{ required: ['message'] }, { required: ['error'] }],
}

export const REFUSAL_REFERENCE: Part = { $ref: '#/components/schemas/Refusal' }

const IN_JSON: Part = { 'application/json': { schema: REFUSAL_REFERENCE } }
const IN_TEXT: Part = { 'text/plain': { schema: TEXT } }

const refusal = (description: string, content = IN_JSON): Part => ({ description, content })

/** Responses that operations share. */
export const RESPONSES: Readonly<Record<string, Part>> = {
  NotModified: { description: 'It is as it was, or as it is wanted' },
  BadRequest: refusal('A parameter is missing or wrong, or the state of the thing does not allow it', {
    ...IN_JSON,
    ...IN_TEXT,
  }),
  Unauthorized: refusal('The caller is not signed in, or the token is invalid'),
  Forbidden: refusal('The caller is known and may not do this'),
  NotFound: refusal('It is not there, or the caller may not see it'),
  TooLarge: refusal('The body has more bytes than `x-max-body-bytes` says'),
  TooManyRequests: refusal('Asked too often', { ...IN_TEXT, ...IN_JSON }),
  Refused: refusal('Every other refusal: 405, 406, 409, 412, 415, 422, 503'),
}

const to = (name: keyof typeof RESPONSES): Part => ({ $ref: `#/components/responses/${name}` })

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])

/** The refusals of a route by status. */
export const refusalsOf = ({ method, path, caller }: Route): Part => ({
  304: to('NotModified'),
  400: to('BadRequest'),
  401: to('Unauthorized'),
  ...(caller === 'anyone' ? {} : { 403: to('Forbidden') }),
  ...(/[:*]/.test(path) ? { 404: to('NotFound') } : {}),
  ...(WITH_BODY.has(method) ? { 413: to('TooLarge') } : {}),
  429: to('TooManyRequests'),
  default: to('Refused'),
})

const NAMED: Readonly<Record<number, keyof typeof RESPONSES>> = {
  304: 'NotModified',
  400: 'BadRequest',
  429: 'TooManyRequests',
}

/** The media types of a refusal; none if it has no body. */
export const refusalTypes = (status: number): ReadonlyArray<string> =>
  Object.keys((RESPONSES[NAMED[status] ?? 'Refused'] as Part)['content'] ?? {})
