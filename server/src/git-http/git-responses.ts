import type { HttpResponse } from '../http/message.js'
import { RETRY_AFTER } from '../limits/guess-limiter.js'

const plain = (status: number, text: string, headers: HttpResponse['headers'] = []): HttpResponse => ({
  status,
  headers: [['Content-Type', 'text/plain; charset=utf-8'], ['Cache-Control', 'no-cache'], ...headers],
  body: `${text}\n`,
})

/** Asks for Basic credentials: git sends its first request without them. */
export const askForCredentials: HttpResponse = plain(401, 'HTTP Basic: Access denied', [
  ['WWW-Authenticate', 'Basic realm="Forgefold"'],
])

/** For a missing project, and for one that is hidden from the caller. */
export const projectNotFound: HttpResponse = plain(
  404,
  "The project you were looking for could not be found or you don't have permission to view it.",
)

/** For callers with too many invalid credentials; git shows the status to its user. */
export const tooManyGuesses: HttpResponse = plain(429, 'Retry later', [RETRY_AFTER])

export const forbidden = (text: string): HttpResponse => plain(403, text)
export const badRequest = (text: string): HttpResponse => plain(400, text)
export const methodNotAllowed = (allow: string): HttpResponse => plain(405, 'Method Not Allowed', [['Allow', allow]])
export const tooLarge: HttpResponse = plain(413, 'Request Entity Too Large')
export const unsupportedMediaType: HttpResponse = plain(415, 'Unsupported Media Type')
export const notImplemented: HttpResponse = plain(
  501,
  'This forge keeps its repositories in memory: git cannot reach them',
)

/** Responses to git must not be cached. */
export const streamed = (contentType: string, body: AsyncIterable<Uint8Array> | null): HttpResponse => ({
  status: 200,
  headers: [
    ['Content-Type', contentType],
    ['Expires', 'Fri, 01 Jan 1980 00:00:00 GMT'],
    ['Pragma', 'no-cache'],
    ['Cache-Control', 'no-cache, max-age=0, must-revalidate'],
  ],
  body,
})
