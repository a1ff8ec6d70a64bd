const SPECIAL = /[\\^$+.()|{}[\]]/g

const translate = (pattern: string): RegExp => {
  let source = ''
  for (let at = 0; at < pattern.length; at++) {
    if (pattern.startsWith('**/', at)) {
      source += '(?:[^/]+/)*'
      at += 2
    } else if (pattern.startsWith('**', at)) {
      source += '.*'
      at += 1
    } else if (pattern[at] === '*') source += '[^/]*'
    else if (pattern[at] === '?') source += '[^/]'
    else source += (pattern[at] as string).replace(SPECIAL, '\\$&')
  }
  return new RegExp(`^${source}$`)
}

const braces = (pattern: string): ReadonlyArray<string> => {
  const group = /\{([^{}]*)\}/.exec(pattern)
  if (group === null) return [pattern]
  const before = pattern.slice(0, group.index)
  const after = pattern.slice(group.index + group[0].length)
  return (group[1] as string)
    .split(',')
    .slice(0, 50)
    .flatMap((choice) => braces(before + choice + after))
}

/** Shell patterns over paths: `*` and `?` within a segment, `**` over segments, `{a,b}` choices. */
export const matchesGlob = (pattern: string, path: string): boolean =>
  braces(pattern).some((one) => translate(one).test(path))
