const LONGEST_PATTERN = 256
const LONGEST_TEXT = 1024

/** A group without repetitions, choices and groups inside may itself be repeated. */
const HARMLESS_GROUP = /\((?:\?:)?[^()*+?{|]*\)[*+{]/g
const REPEATED_GROUP = /\)\s*[*+{]/

/** A repeated group that repeats or chooses inside is what makes backtracking explode. */
const mayExplode = (source: string): boolean => REPEATED_GROUP.test(source.replace(HARMLESS_GROUP, ''))

/** So many steps a match may take at worst: some hundredths of a second. */
const MOST_STEPS = 2e7

const REPETITION = /[*+]|(?<!\()\?|\{\d+,\d*\}/g

/** Each repetition may try every length at every place: what backtracking costs at worst. */
const worstCase = (source: string, text: string): number =>
  (text.length + 1) ** ((source.match(REPETITION)?.length ?? 0) + (source.startsWith('^') ? 0 : 1))

/**
 * Tests a pattern of a CI file. Patterns come from strangers, so those that could take for ever never match: too long ones, those with
 * nested repetitions, and those with more repetitions than the length of the text bears.
 */
export const testPattern = (source: string, ignoreCase: boolean, text: string): boolean => {
  if (source.length > LONGEST_PATTERN || text.length > LONGEST_TEXT || mayExplode(source)) return false
  if (worstCase(source, text) > MOST_STEPS) return false
  try {
    return new RegExp(source, ignoreCase ? 'i' : '').test(text)
  } catch {
    return false
  }
}
