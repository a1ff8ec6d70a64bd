/** The pattern after a `*name`, matched from the end of the path. */
export interface Tail {
  /** The same text for the same tail, whatever its names. */
  readonly key: string
  /** The more of the path is literal, the earlier it is tried. */
  readonly weight: number
  /** Literal text at the end of the wildcard's last segment (`.git`); may be empty. */
  readonly suffix: string
  /** The segments after it; undefined stands for a parameter. */
  readonly segments: ReadonlyArray<string | undefined>
}

/** A parsed route path. */
export interface Pattern {
  /** Up to the wildcard; undefined stands for a parameter. */
  readonly segments: ReadonlyArray<string | undefined>
  readonly tail: Tail | undefined
  readonly names: ReadonlyArray<string>
}

const WILD = /^\*([A-Za-z0-9_]+)(.*)$/s

const parse = (pattern: string): Pattern => {
  const names: Array<string> = []
  const read = (segment: string): string | undefined => {
    if (!segment.startsWith(':')) return segment
    names.push(segment.slice(1))
    return undefined
  }
  const texts = pattern.split('/').slice(1)
  const wildAt = texts.findIndex((segment) => segment.startsWith('*'))
  const segments = (wildAt < 0 ? texts : texts.slice(0, wildAt)).map(read)
  if (wildAt < 0) return { segments, tail: undefined, names }
  const [, name, suffix] = WILD.exec(texts[wildAt] as string) ?? []
  if (name === undefined || suffix === undefined) throw new Error(`no route pattern: ${pattern}`)
  names.push(name)
  const after = texts.slice(wildAt + 1).map(read)
  const key = [suffix, ...after.map((segment) => segment ?? ':')].join('/')
  const weight = suffix.length + after.reduce((sum, segment) => sum + 1 + (segment?.length ?? 0), 0)
  return { segments, tail: { key, weight, suffix, segments: after }, names }
}

const parsedPatterns = new Map<string, Pattern>()

/** Parses a path such as `/projects/:id/files/*path`; cached, because every instance of a process has the same. */
export const parsePattern = (pattern: string): Pattern => {
  const known = parsedPatterns.get(pattern)
  if (known !== undefined) return known
  const parsed = parse(pattern)
  parsedPatterns.set(pattern, parsed)
  return parsed
}

/** Whether the path's segments from `from` on match; if so, their raw values are pushed, the wildcard's first. */
export const tailMatches = (
  tail: Tail,
  segments: ReadonlyArray<string>,
  from: number,
  values: Array<string>,
): boolean => {
  const end = segments.length - tail.segments.length
  if (end <= from) return false
  for (let index = 0; index < tail.segments.length; index++) {
    const wanted = tail.segments[index]
    const given = segments[end + index] as string
    if (wanted === undefined ? given === '' : wanted !== given) return false
  }
  const last = segments[end - 1] as string
  if (!last.endsWith(tail.suffix)) return false
  const parsedPatterns = segments.slice(from, end).join('/')
  const value = tail.suffix === '' ? parsedPatterns : parsedPatterns.slice(0, -tail.suffix.length)
  if (value === '' || value.endsWith('/')) return false
  values.push(value)
  for (let index = 0; index < tail.segments.length; index++)
    if (tail.segments[index] === undefined) values.push(segments[end + index] as string)
  return true
}
