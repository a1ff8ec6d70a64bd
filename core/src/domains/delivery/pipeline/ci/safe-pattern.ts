import type { Patterns } from '../../../../ports/index.js'

const LONGEST_PATTERN = 256
const LONGEST_TEXT = 1024

/** Tests a pattern of a CI file. One that is no expression, or too long, never matches. */
export const testPattern = (patterns: Patterns, source: string, ignoreCase: boolean, text: string): boolean => {
  if (source.length > LONGEST_PATTERN || text.length > LONGEST_TEXT) return false
  return patterns.compile(source, { ignoreCase })?.test(text) === true
}
