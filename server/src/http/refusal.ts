import type { Header, HttpResponse } from './message.js'

/** A refusal as a response: status, body and headers. */
export interface Refusal {
  readonly status: number
  /** A record is sent as JSON, text as plain text; null: no body. */
  readonly body: Readonly<Record<string, unknown>> | string | null
  readonly headers: ReadonlyArray<Header>
  /** Its cause, for the log only. */
  readonly cause?: string
}

const NO_HEADERS: ReadonlyArray<Header> = []

export const refusal = (status: number, body: Refusal['body'], headers: Refusal['headers'] = NO_HEADERS): Refusal => ({
  status,
  body,
  headers,
})

/** Invalid escapes, invalid UTF-8 or NUL: there are no parameters (family D). */
export const malformed = refusal(400, 'Bad Request')

/** No route has this path (family B). */
export const noSuchRoute = refusal(404, { error: '404 Not Found' })

/** The path exists, but not with this method (family B). */
export const noSuchMethod = (allow: string): Refusal => refusal(405, { error: '405 Not Allowed' }, [['Allow', allow]])

/** The version before this one (family B). */
export const goneVersion = refusal(410, { error: 'API V3 is no longer supported. Use API V4 instead.' })

export const unsupportedMediaType = (contentType: string): Refusal =>
  refusal(415, { error: `The provided content-type '${contentType}' is not supported.` })

export const unsupportedFormat = (format: string): Refusal =>
  refusal(406, { error: `The requested format '${format}' is not supported.` })

/** Malformed JSON (family B). */
export const malformedJson = refusal(400, {
  error:
    'Problem:\n  message body does not match declared format\nResolution:\n  send valid JSON, or declare the content type that the body has\n',
})

export const bodyTooLarge = refusal(413, { message: '413 Request Entity Too Large' })

/** A defect of the server; its cause is logged and not sent. */
export const defect = refusal(500, { message: '500 Internal Server Error' })

/** A refusal as a response. */
export const responseOf = ({ status, body, headers, cause }: Refusal): HttpResponse => {
  if (body === null) return { status, headers, body: null }
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response: HttpResponse = { status, headers: [['Content-Type', type], ...headers], body: text }
  return cause === undefined ? response : { ...response, cause }
}
