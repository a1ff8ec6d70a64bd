/**
 * Trims the given characters from both ends of a text. Takes linear time.
 *
 * @example
 * assert.equal(trimEnds('/a/b//', '/'), 'a/b')
 */
export const trimEnds = (text: string, edges: string): string => {
  let from = 0
  const to = text.length
  while (from < to && edges.includes(text.charAt(from))) from++
  return text.slice(from, trimmedEnd(text, edges, from, to))
}

const trimmedEnd = (text: string, edges: string, from: number, end: number): number => {
  let to = end
  while (to > from && edges.includes(text.charAt(to - 1))) to--
  return to
}

/**
 * Trims the given characters from the end of a text. Takes linear time.
 *
 * @example
 * assert.equal(trimEnd('a/b//', '/'), 'a/b')
 */
export const trimEnd = (text: string, edges: string): string => text.slice(0, trimmedEnd(text, edges, 0, text.length))

/** A longer pattern matches nothing. */
const MAX_PATTERN_LENGTH = 1024

/**
 * Whether a text matches a pattern in which each `*` matches any text. Takes linear time.
 *
 * @example
 * assert.equal(fitsStars('release/*', 'release/1.0'), true)
 */
export const fitsStars = (pattern: string, text: string): boolean => {
  if (pattern.length > MAX_PATTERN_LENGTH) return false
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return text === first
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}
