import type { Header, HttpResponse } from './message.js'

/** A refusal on the wire: status, body and the headers that belong to it. */
export interface Refusal {
  readonly status: number
  /** A record is sent as JSON, text as plain text; null: no body at all. */
  readonly body: Readonly<Record<string, unknown>> | string | null
  readonly headers: ReadonlyArray<Header>
  /** What is behind it, for the log alone. */
  readonly cause?: string
}

const NO_HEADERS: ReadonlyArray<Header> = []

export const refusal = (status: number, body: Refusal['body'], headers: Refusal['headers'] = NO_HEADERS): Refusal => ({
  status,
  body,
  headers,
})

/** Broken escapes, text that is no UTF-8, NUL: there are no parameters to speak of (family D). */
export const malformed = refusal(400, 'Bad Request')

/** No route has this path (family B). */
export const noSuchRoute = refusal(404, { error: '404 Not Found' })

/** The path is there, the method is not (family B). */
export const noSuchMethod = (allow: string): Refusal => refusal(405, { error: '405 Not Allowed' }, [['Allow', allow]])

/** The version before this one (family B). */
export const goneVersion = refusal(410, { error: 'API V3 is no longer supported. Use API V4 instead.' })

export const unsupportedMediaType = (contentType: string): Refusal =>
  refusal(415, { error: `The provided content-type '${contentType}' is not supported.` })

export const unsupportedFormat = (format: string): Refusal =>
  refusal(406, { error: `The requested format '${format}' is not supported.` })

/** JSON that is none (family B). */
export const malformedJson = refusal(400, {
  error:
    'Problem:\n  message body does not match declared format\nResolution:\n  send valid JSON, or declare the content type that the body has\n',
})

export const bodyTooLarge = refusal(413, { message: '413 Request Entity Too Large' })

/** A defect of the server itself; its cause is logged and not answered. */
export const defect = refusal(500, { message: '500 Internal Server Error' })

/** A refusal as a response. */
export const responseOf = ({ status, body, headers, cause }: Refusal): HttpResponse => {
  if (body === null) return { status, headers, body: null }
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response: HttpResponse = { status, headers: [['Content-Type', type], ...headers], body: text }
  return cause === undefined ? response : { ...response, cause }
}
