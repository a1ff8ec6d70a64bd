import { changedRequest, type HttpRequest } from './message.js'

/** Decodes one percent-encoded piece of a path; undefined where it is malformed or hides a NUL. */
export const decodePath = (raw: string): string | undefined => {
  if (!raw.includes('%')) return raw
  try {
    const text = decodeURIComponent(raw)
    return text.includes('\u0000') ? undefined : text
  } catch {
    return undefined
  }
}

const UNRESERVED = /[\w.~-]/

/** Percent-encodings of what needs none are decoded, the others are written in capitals (RFC 3986 §6.2.2). */
const decodeUnreserved = (path: string): string =>
  path.replace(/%([0-9a-f]{2})/gi, (encoded, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16))
    return UNRESERVED.test(character) ? character : encoded.toUpperCase()
  })

/**
 * The one form of a path that everything looks at: throttles, maintenance mode and routes alike. Without needless percent-encoding, dot
 * segments (RFC 3986 §5.2.4), empty segments and a slash at the end; encoded slashes stay what they are.
 */
export const normalizePath = (raw: string): string => {
  const isPlain = !raw.includes('%') && !raw.includes('//') && !raw.includes('/.') && !raw.endsWith('/')
  if (isPlain || raw === '/') return raw
  const segments: Array<string> = []
  for (const segment of decodeUnreserved(raw).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}`
}

const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/** Whether a path has dot segments, which clients resolve themselves (RFC 3986 §5.2.4). */
export const hasDotSegment = (raw: string): boolean =>
  (raw.includes('/.') || raw.includes('/%2')) && DOT_SEGMENT.test(raw)

/** The request with the normal form of its path; the same one where it has that already. */
export const withNormalizedPath = (request: HttpRequest): HttpRequest => {
  const path = normalizePath(request.path)
  return path === request.path ? request : changedRequest(request, { path })
}
