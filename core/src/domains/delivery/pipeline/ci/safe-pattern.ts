import type { Patterns } from '../../../../ports/index.js'

const MAX_PATTERN_LENGTH = 256
const MAX_TEXT_LENGTH = 1024

/** Tests a pattern of a CI file. A malformed or overlong one never matches. */
export const testPattern = (patterns: Patterns, source: string, ignoreCase: boolean, text: string): boolean => {
  if (source.length > MAX_PATTERN_LENGTH || text.length > MAX_TEXT_LENGTH) return false
  return patterns.compile(source, { ignoreCase })?.test(text) === true
}
