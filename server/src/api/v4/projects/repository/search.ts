import { runInNewContext } from 'node:vm'

/** A part of the name; `^` at the front ties it to the beginning, `$` at the end to the end. */
export const matches = (name: string, search: string | undefined): boolean => {
  if (search === undefined || search === '') return true
  const front = search.startsWith('^')
  const back = search.endsWith('$')
  const text = search.slice(front ? 1 : 0, back ? -1 : undefined).toLowerCase()
  const lower = name.toLowerCase()
  if (front && back) return lower === text
  if (front) return lower.startsWith(text)
  return back ? lower.endsWith(text) : lower.includes(text)
}

/** A pattern may be made to run for ever: it gets this many milliseconds. */
const PATIENCE = 250

/** The names that a pattern fits; undefined where it is no pattern, or one that takes too long. */
export const namesMatching = (names: ReadonlyArray<string>, pattern: string): ReadonlySet<string> | undefined => {
  try {
    const found = runInNewContext(
      'JSON.stringify(JSON.parse(names).filter((name) => new RegExp(pattern, "u").test(name)))',
      { names: JSON.stringify(names), pattern },
      { timeout: PATIENCE },
    ) as string
    return new Set(JSON.parse(found) as ReadonlyArray<string>)
  } catch {
    return undefined
  }
}
