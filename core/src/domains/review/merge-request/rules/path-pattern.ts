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
