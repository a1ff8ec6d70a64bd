/** Decodes one percent-encoded segment of a path; undefined where it is malformed or contains NUL. */
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

/** Decodes unnecessary percent-encodings, and writes the others in upper case (RFC 3986 §6.2.2). */
const decodeUnreserved = (path: string): string =>
  path.replace(/%([0-9a-f]{2})/gi, (encoded, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16))
    return UNRESERVED.test(character) ? character : encoded.toUpperCase()
  })

/**
 * The normal form of a path, which throttles, maintenance mode and routes use: without unnecessary percent-encodings, dot segments (RFC 3986
 * §5.2.4), empty segments and a trailing slash; encoded slashes stay.
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

/** Refs with more slashes are not tried. */
const MAX_SEGMENTS = 16

/** Every way to split a text into a ref and a path, the shortest ref first; the path may be empty. */
export const refAndPathSplits = (text: string): ReadonlyArray<readonly [ref: string, path: string]> => {
  const segments = text.split('/')
  return segments
    .slice(0, MAX_SEGMENTS)
    .map((_, index) => [segments.slice(0, index + 1).join('/'), segments.slice(index + 1).join('/')] as const)
}
