/** One line of a code owners' file: the owners of a pattern. */
export interface OwnedPattern {
  readonly pattern: string
  /** Empty outside of sections. */
  readonly section: string
  /** How many of them have to approve; 0 in optional sections. */
  readonly required: number
  /** `@name`, `@group/path` or an email address, as written. */
  readonly owners: ReadonlyArray<string>
}

/** The most lines with patterns, the longest line and the longest pattern; the rest is ignored. */
const MAX_PATTERNS = 1000
const MAX_LINE_LENGTH = 10_000
const MAX_PATTERN_LENGTH = 255

const SECTION = /^(\^)?\[([^\]]+)\](?:\[(\d{1,2})\])?\s*(.*)$/s

const words = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== '')

const isOwner = (word: string): boolean => word.includes('@')

/** A line without its comment, and its pattern with escaped blanks. */
const splitLine = (line: string): { readonly pattern: string; readonly rest: string } => {
  const match = /^((?:\\.|[^\\\s])+)(.*)$/s.exec(line)
  return { pattern: (match?.[1] ?? '').replace(/\\(.)/g, '$1'), rest: match?.[2] ?? '' }
}

/** Reads a code owners' file (documented syntax: patterns, sections, optional sections, numbers of approvals, default owners). */
export const parseCodeOwners = (text: string): ReadonlyArray<OwnedPattern> => {
  const found: Array<OwnedPattern> = []
  let section = { name: '', required: 1, owners: [] as ReadonlyArray<string> }
  for (const raw of text.split(/\r?\n/)) {
    if (found.length >= MAX_PATTERNS) break
    const line = raw.slice(0, MAX_LINE_LENGTH).trim()
    if (line === '' || line.startsWith('#')) continue
    const head = SECTION.exec(line)
    if (head !== null) {
      const [, optional, name = '', count, rest = ''] = head
      const required = optional === undefined ? Math.max(1, Number(count ?? 1)) : 0
      section = { name, required, owners: words(rest).filter(isOwner) }
      continue
    }
    const { pattern, rest } = splitLine(line)
    if (pattern === '' || pattern.length > MAX_PATTERN_LENGTH) continue
    const own = words(rest.replace(/\s#.*$/s, '')).filter(isOwner)
    const { name, required } = section
    found.push({ pattern, section: name, required, owners: own.length > 0 ? own : section.owners })
  }
  return found
}
