/** A text of about `size` characters, built so that a careless matcher does more than read it. */
export interface Shape {
  readonly name: string
  readonly of: (size: number) => string
}

const repeated = (unit: string, size: number): string => unit.repeat(Math.max(1, Math.floor(size / unit.length)))

/** Runs of one character, each a little longer than the one before. */
const growingRuns = (character: string, size: number): string => {
  const runs: Array<string> = []
  for (let length = 1, total = 0; total < size; length++) {
    runs.push(character.repeat(length))
    total += length + 1
  }
  return runs.join(' ')
}

/** The ten shapes of text that have made matchers backtrack: each is read with every text that a client can send. */
export const BAD_SHAPES: ReadonlyArray<Shape> = [
  { name: 'one letter', of: (size) => `${'a'.repeat(size)}!` },
  { name: 'blanks before a letter', of: (size) => `a${' '.repeat(size)}a` },
  { name: 'dashes before a letter', of: (size) => `a${'-'.repeat(size)}a` },
  { name: 'numbers and dots', of: (size) => `${repeated('1.', size)}x!` },
  { name: 'stars', of: (size) => `${repeated('*a', size)}b` },
  { name: 'references', of: (size) => repeated('!1 ', size) },
  { name: 'backticks', of: (size) => growingRuns('`', size) },
  { name: 'open brackets', of: (size) => repeated('[(', size) },
  { name: 'comments that open', of: (size) => repeated('<!-- a -->', size) },
  { name: 'lines', of: (size) => repeated('- a\n', size) },
]

/**
 * What has many small parts to readers of formats: one that looks for a sign beyond its part reads all the rest for each. Such a search is so
 * quick that it shows in long texts only.
 */
export const MANY_PARTS: ReadonlyArray<Shape> = [
  { name: 'ampersands', of: (size) => repeated('&', size) },
  { name: 'names without values', of: (size) => repeated('a&', size) },
  { name: 'lines of a letter', of: (size) => repeated('a\n', size) },
  { name: 'strings', of: (size) => repeated('""', size) },
  { name: 'elements', of: (size) => repeated('<a/>', size) },
  { name: 'brackets', of: (size) => repeated('[]', size) },
]

/** Ends a line to an expression, but is a letter like others to code that splits at `\n`. */
const SEPARATOR = '\u2028'

/** Runs before such a separator: an expression that ends in `.*$` and lets `.` stop there begins anew at each place of the run. */
export const SEPARATED_SHAPES: ReadonlyArray<Shape> = [
  { name: 'letters before a line separator', of: (size) => `${'a'.repeat(size)}${SEPARATOR}a` },
  { name: 'blanks before a line separator', of: (size) => `${' '.repeat(size)}a${SEPARATOR}a` },
  { name: 'backticks before a line separator', of: (size) => `${'`'.repeat(size)}${SEPARATOR}a` },
]
