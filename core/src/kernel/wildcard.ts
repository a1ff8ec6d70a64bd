/** A longer pattern matches nothing. */
const MAX_PATTERN_LENGTH = 1024

/**
 * Whether a text matches a pattern in which each `*` matches any text. Takes linear time.
 *
 * @example
 * assert.equal(matchesWildcard('release/*', 'release/1.0'), true)
 */
export const matchesWildcard = (pattern: string, text: string): boolean => {
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
