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

/**
 * A text that says something; undefined where it is blank or missing.
 *
 * @example
 * assert.equal(filled(' '), undefined)
 */
export const filled = (text: string | null): string | undefined =>
  text === null || text.trim() === '' ? undefined : text
