import type { OwnedPattern } from './parse-code-owners.js'

/** A pattern of one segment, and whether it has no wildcards. */
interface Segment {
  readonly text: string
  readonly isName: boolean
}

/** How many characters and segments may still be compared. */
interface Budget {
  left: number
}

const ANY_TEXT = 0x2a // *
const ANY_ONE = 0x3f // ?

/** Whether a name matches a pattern of one segment: `*` matches any text, `?` one character. Takes at most the product of both lengths. */
const fitsSegment = ({ text, isName }: Segment, name: string, budget: Budget): boolean => {
  budget.left--
  if (isName) return text === name
  let at = 0
  let inPattern = 0
  let star = -1
  let resume = 0
  while (at < name.length) {
    budget.left--
    // Behind the end it is NaN, which equals nothing. As numbers, because letters as texts take four times as long.
    const wanted = text.charCodeAt(inPattern)
    if (wanted === ANY_TEXT) {
      star = inPattern++
      resume = at
    } else if (wanted === ANY_ONE || wanted === name.charCodeAt(at)) {
      inPattern++
      at++
    } else if (star >= 0) {
      inPattern = star + 1
      at = ++resume
    } else return false
  }
  while (text.charCodeAt(inPattern) === ANY_TEXT) inPattern++
  return inPattern === text.length
}

/** A pattern as segments from the root: without a leading slash it matches at any depth, with a trailing one everything below. */
const segmentsOf = (pattern: string): ReadonlyArray<Segment> => {
  const anchored = pattern.startsWith('/') ? pattern.slice(1) : `**/${pattern}`
  const whole = anchored.endsWith('/') ? `${anchored}**` : anchored
  const texts = whole.split('/').filter((segment, index, all) => segment !== '**' || all[index - 1] !== '**')
  // A folder matches everything below it.
  if (texts[texts.length - 1] === '**') texts.push('*')
  return texts.map((text) => ({ text, isName: !/[*?]/.test(text) }))
}

/** Backtracks to the last `**` on a mismatch: whatever an earlier one could match, the last one can match as well. */
const fitsNames = (segments: ReadonlyArray<Segment>, names: ReadonlyArray<string>, budget: Budget): boolean => {
  let at = 0
  let inPattern = 0
  let folders = -1
  let resume = 0
  while (at < names.length) {
    const segment = segments[inPattern]
    if (segment?.text === '**') {
      folders = inPattern++
      resume = at
    } else if (segment !== undefined && fitsSegment(segment, names[at] as string, budget)) {
      inPattern++
      at++
    } else if (folders >= 0) {
      inPattern = folders + 1
      at = ++resume
    } else return false
  }
  while (segments[inPattern]?.text === '**') inPattern++
  return inPattern === segments.length
}

/** Whether a path from the root matches a pattern of a code owners' file: `/docs/`, `*.md`; `**` matches any number of folders. */
export const fitsPath = (pattern: string, path: string): boolean =>
  fitsNames(segmentsOf(pattern), path.split('/'), { left: Number.POSITIVE_INFINITY })

/** The budget of comparisons for one change: far more than real files need, in less than a tenth of a second. */
const MAX_COMPARISONS = 3_000_000

/** The lines of one section that own a path: the last matching one for each; every line once the budget is spent. */
const ownersInSection = (
  lines: ReadonlyArray<OwnedPattern>,
  paths: ReadonlyArray<ReadonlyArray<string>>,
  budget: Budget,
): Iterable<OwnedPattern> => {
  const owned = new Set<OwnedPattern>()
  const matchers = lines.map((line) => ({ line, segments: segmentsOf(line.pattern) }))
  for (const names of paths) {
    const last = matchers.findLast(({ segments }) => budget.left <= 0 || fitsNames(segments, names, budget))
    if (budget.left <= 0) return lines
    if (last !== undefined) owned.add(last.line)
  }
  return owned
}

/**
 * The lines that own some of these paths: in each section the last one that matches a path.
 *
 * Where the budget is exceeded, all lines count as owners: nothing is merged without its owners.
 */
export const ownersOf = (
  patterns: ReadonlyArray<OwnedPattern>,
  paths: ReadonlyArray<string>,
): ReadonlyArray<OwnedPattern> => {
  const sections = new Map<string, Array<OwnedPattern>>()
  for (const one of patterns) {
    // Sections are case-insensitive.
    const key = one.section.toLowerCase()
    const lines = sections.get(key)
    if (lines === undefined) sections.set(key, [one])
    else lines.push(one)
  }
  const owned = new Set<OwnedPattern>()
  const budget = { left: MAX_COMPARISONS }
  const names = paths.map((path) => path.split('/'))
  for (const lines of sections.values()) for (const line of ownersInSection(lines, names, budget)) owned.add(line)
  return patterns.filter((one) => owned.has(one) && one.owners.length > 0)
}
