/** A hash of a CI file. */
export type Hash = Readonly<Record<string, unknown>>

export const isHash = (u: unknown): u is Hash => typeof u === 'object' && u !== null && !Array.isArray(u)

/** A word of the file; hashes and lists are none. */
export const word = (u: unknown): string => (typeof u === 'object' && u !== null ? '' : String(u))

/** What is absent stands once, not once for each job of a file. */
const NONE: ReadonlyArray<string> = []

/** One word or a list of them, lists in lists taken apart. */
export const texts = (u: unknown): ReadonlyArray<string> => {
  if (Array.isArray(u)) return u.flat().map(word)
  return u === undefined || u === null ? NONE : [word(u)]
}
