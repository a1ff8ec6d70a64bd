/** A longer pattern matches nothing. */
const MAX_PATTERN_LENGTH = 1024
/** How many choices one pair of braces may have, and how many patterns they may result in altogether. */
const MAX_CHOICES = 50
const MAX_PATTERNS = 100

/** A character or a wildcard: within a segment, across segments, or for any number of whole folders. */
type Part = string | { readonly stands: 'one' | 'segment' | 'anything' | 'folders' }

const partsOf = (pattern: string): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  for (let at = 0; at < pattern.length; at++) {
    if (pattern.startsWith('**/', at)) {
      parts.push({ stands: 'folders' })
      at += 2
    } else if (pattern.startsWith('**', at)) {
      parts.push({ stands: 'anything' })
      at += 1
    } else if (pattern[at] === '*') parts.push({ stands: 'segment' })
    else parts.push(pattern[at] === '?' ? { stands: 'one' } : (pattern[at] as string))
  }
  return parts
}

/** The prefixes of the path that are matched; `[n]`: its first n characters. */
type Reached = ReadonlyArray<boolean>

const afterOne = (part: Part, path: string, reached: Reached): Reached => [
  false,
  ...Array.from(
    { length: path.length },
    (_, at) => reached[at] === true && (typeof part === 'string' ? part === path[at] : path[at] !== '/'),
  ),
]

const afterMany = (path: string, reached: Reached, stopsAtSlash: boolean): Reached => {
  let isOpen = false
  return reached.map((isReached, at) => {
    if (stopsAtSlash && path[at - 1] === '/') isOpen = false
    isOpen = isOpen || isReached
    return isOpen
  })
}

/** A folder has a name and ends with its slash. */
const afterFolders = (path: string, reached: Reached): Reached => {
  let isNamed = false
  let wasMatched = false
  return reached.map((isReached, at) => {
    const isEnd = at > 0 && path[at - 1] === '/'
    const isMatched = isReached || (isEnd && isNamed)
    isNamed = at > 0 && !isEnd && (isNamed || wasMatched)
    wasMatched = isMatched
    return isMatched
  })
}

const after = (part: Part, path: string, reached: Reached): Reached => {
  if (typeof part === 'string' || part.stands === 'one') return afterOne(part, path, reached)
  return part.stands === 'folders' ? afterFolders(path, reached) : afterMany(path, reached, part.stands === 'segment')
}

const fits = (parts: ReadonlyArray<Part>, path: string): boolean => {
  let reached: Reached = [true, ...new Array<boolean>(path.length).fill(false)]
  for (const part of parts) {
    reached = after(part, path, reached)
    if (!reached.includes(true)) return false
  }
  return reached[path.length] === true
}

/** The patterns that braces result in, innermost first; none beyond the limit. */
const alternatives = (pattern: string): ReadonlyArray<string> => {
  const open = [pattern]
  const whole: Array<string> = []
  for (let one = open.shift(); one !== undefined; one = open.shift()) {
    const group = /\{([^{}]*)\}/.exec(one)
    if (group === null) whole.push(one)
    else {
      const before = one.slice(0, group.index)
      const behind = one.slice(group.index + group[0].length)
      const choices = (group[1] as string).split(',').slice(0, MAX_CHOICES)
      open.push(...choices.map((choice) => before + choice + behind))
    }
    if (open.length + whole.length > MAX_PATTERNS) return []
  }
  return whole
}

/** Shell patterns over paths: `*` and `?` within a segment, `**` across segments, `{a,b}` choices. Takes time proportional to the product of both lengths. */
export const globOf = (pattern: string): ((path: string) => boolean) => {
  if (pattern.length > MAX_PATTERN_LENGTH) return () => false
  const all = alternatives(pattern).map(partsOf)
  return (path) => all.some((parts) => fits(parts, path))
}

/** Whether a path matches a shell pattern. */
export const matchesGlob = (pattern: string, path: string): boolean => globOf(pattern)(path)
