/** A hash of a CI file. */
export type Hash = Readonly<Record<string, unknown>>

/** `!reference [JOB, KEYWORD]` of a CI file: what stands there. */
export class CiReference {
  constructor(readonly path: ReadonlyArray<string>) {}
}

export const isHash = (u: unknown): u is Hash =>
  typeof u === 'object' && u !== null && !Array.isArray(u) && !(u instanceof CiReference)

/** A scalar of the file as text; hashes and lists are empty. */
export const word = (u: unknown): string => (typeof u === 'object' && u !== null ? '' : String(u))

/** Lists in lists that deep are one list. */
const DEEPEST_LIST = 10

/** Shared between all jobs of a file. */
const NONE: ReadonlyArray<string> = []

/** A scalar or a list of them as texts; nested lists are flattened. */
export const texts = (u: unknown): ReadonlyArray<string> => {
  if (Array.isArray(u)) return u.flat(DEEPEST_LIST).map(word)
  return u === undefined || u === null ? NONE : [word(u)]
}

/** One hash over another: hashes in both are merged, other values are those of the upper one. */
export const overlaid = (under: Hash, over: Hash): Hash => {
  const merged: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isHash(value) && isHash(below) ? overlaid(below, value) : value
  }
  return merged
}
