const LONGEST_PATTERN = 256
const LONGEST_TEXT = 1024

/** A repetition of something that itself repeats, or of alternatives: what makes backtracking explode. */
const EXPLOSIVE = /\([^()]*(?:[*+]|\{\d+,\d*\}|\|)[^()]*\)\s*(?:[*+]|\{\d+,\d*\})/

/**
 * Tests a pattern of a CI file. Patterns come from strangers, so those that could take for ever never match: too long ones, and those
 * with nested repetitions.
 */
export const testPattern = (source: string, ignoreCase: boolean, text: string): boolean => {
  if (source.length > LONGEST_PATTERN || text.length > LONGEST_TEXT || EXPLOSIVE.test(source)) return false
  try {
    return new RegExp(source, ignoreCase ? 'i' : '').test(text)
  } catch {
    return false
  }
}
