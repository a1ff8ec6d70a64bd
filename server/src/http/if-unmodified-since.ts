import { type Instant, instantOf, millisecondsOf } from '@forgefold/core/kernel'
import { readHttpDate } from './http-date.js'
import type { HttpRequest } from './message.js'

const MILLISECONDS_LEFT = 999

/**
 * The moment of `If-Unmodified-Since` (RFC 9110 §13.1.4); undefined where it is missing or malformed. HTTP dates have whole seconds, so a
 * change within that second does not count.
 */
export const ifUnmodifiedSince = (request: Pick<HttpRequest, 'headers'>): Instant | undefined => {
  const text = request.headers.get('if-unmodified-since')
  const at = text === undefined ? undefined : readHttpDate(text)
  return at === undefined ? undefined : instantOf(Math.floor(millisecondsOf(at) / 1000) * 1000 + MILLISECONDS_LEFT)
}
