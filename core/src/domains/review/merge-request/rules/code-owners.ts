/** Whether a name fits a pattern of one segment: `*` stands for any text, `?` for one character. Takes its length times the pattern's, never more. */
const fitsSegment = (pattern: string, name: string): boolean => {
  let at = 0
  let inPattern = 0
  let star = -1
  let resume = 0
  while (at < name.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern++
      resume = at
    } else if (inPattern < pattern.length && (pattern[inPattern] === '?' || pattern[inPattern] === name[at])) {
      inPattern++
      at++
    } else if (star >= 0) {
      inPattern = star + 1
      at = ++resume
    } else return false
  }
  while (pattern[inPattern] === '*') inPattern++
  return inPattern === pattern.length
}

/** A pattern as segments from the root: without a slash in front it fits anywhere, with one behind it means all below. */
const segmentsOf = (pattern: string): ReadonlyArray<string> => {
  const anchored = pattern.startsWith('/') ? pattern.slice(1) : `**/${pattern}`
  const whole = anchored.endsWith('/') ? `${anchored}**` : anchored
  return whole.split('/').filter((segment, index, all) => segment !== '**' || all[index - 1] !== '**')
}

/** Whether a path from the root fits a pattern of a code owners' file: `/docs/`, `*.md`; `**` is any number of folders. */
export const fitsPath = (pattern: string, path: string): boolean => {
  const segments = segmentsOf(pattern)
  const names = path.split('/')
  // Which prefixes of the path the segments so far can have taken.
  let reached = new Array<boolean>(names.length + 1).fill(false)
  reached[0] = true
  segments.forEach((segment, index) => {
    const isLast = index === segments.length - 1
    const next = new Array<boolean>(names.length + 1).fill(false)
    for (let taken = 0; taken <= names.length; taken++) {
      if (reached[taken] !== true) continue
      if (segment === '**') for (let to = isLast ? taken + 1 : taken; to <= names.length; to++) next[to] = true
      else if (taken < names.length && fitsSegment(segment, names[taken] as string)) next[taken + 1] = true
    }
    reached = next
  })
  return reached[names.length] === true
}

/** One line of a code owners' file: who owns what a pattern means. */
export interface OwnedPattern {
  readonly pattern: string
  /** Empty outside of sections. */
  readonly section: string
  /** How many of them have to approve; 0 in optional sections. */
  readonly required: number
  /** `@name`, `@group/path` or an address, as they stand there. */
  readonly owners: ReadonlyArray<string>
}

/** So many lines with patterns count, and patterns of so many characters; what is beyond is left out. */
const MOST_PATTERNS = 1000
const LONGEST_PATTERN = 255

const SECTION = /^(\^)?\[([^\]]+)\](?:\[(\d{1,2})\])?\s*(.*)$/

const words = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== '')

const isOwner = (word: string): boolean => word.includes('@')

/** A line up to its comment, and its pattern with escaped blanks kept together. */
const takeApart = (line: string): { readonly pattern: string; readonly rest: string } => {
  const match = /^((?:\\.|[^\\\s])+)(.*)$/.exec(line)
  return { pattern: (match?.[1] ?? '').replace(/\\(.)/g, '$1'), rest: match?.[2] ?? '' }
}

/** Reads a code owners' file (documented syntax: patterns, sections, optional sections, numbers of approvals, default owners). */
export const parseCodeOwners = (text: string): ReadonlyArray<OwnedPattern> => {
  const found: Array<OwnedPattern> = []
  let section = { name: '', required: 1, owners: [] as ReadonlyArray<string> }
  for (const raw of text.split(/\r?\n/)) {
    if (found.length >= MOST_PATTERNS) break
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const head = SECTION.exec(line)
    if (head !== null) {
      const [, optional, name = '', count, rest = ''] = head
      const required = optional === undefined ? Math.max(1, Number(count ?? 1)) : 0
      section = { name, required, owners: words(rest).filter(isOwner) }
      continue
    }
    const { pattern, rest } = takeApart(line)
    if (pattern === '' || pattern.length > LONGEST_PATTERN) continue
    const own = words(rest.replace(/\s#.*$/, '')).filter(isOwner)
    const { name, required } = section
    found.push({ pattern, section: name, required, owners: own.length > 0 ? own : section.owners })
  }
  return found
}

/** The lines that own some of these paths: in each section the last one that fits a path. */
export const ownersOf = (
  patterns: ReadonlyArray<OwnedPattern>,
  paths: ReadonlyArray<string>,
): ReadonlyArray<OwnedPattern> => {
  const sections = new Map<string, Array<OwnedPattern>>()
  for (const one of patterns) {
    // Sections are told apart whatever their case.
    const key = one.section.toLowerCase()
    sections.set(key, [...(sections.get(key) ?? []), one])
  }
  const owned = new Set<OwnedPattern>()
  for (const lines of sections.values())
    for (const path of paths) {
      const last = lines.findLast(({ pattern }) => fitsPath(pattern, path))
      if (last !== undefined && last.owners.length > 0) owned.add(last)
    }
  return patterns.filter((one) => owned.has(one))
}
