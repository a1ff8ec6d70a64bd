/** The trigrams of a text's words, each word with two blanks before and one after it. */
const trigramsOf = (text: string): ReadonlySet<string> => {
  const all = new Set<string>()
  for (const word of text.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
    if (word === '') continue
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) all.add(padded.slice(at, at + 3))
  }
  return all
}

/** The similarity of two texts, from 0 to 1: shared trigrams divided by all trigrams. */
export const similarity = (one: string, other: string): number => {
  const [first, second] = [trigramsOf(one), trigramsOf(other)]
  let shared = 0
  for (const trigram of first) if (second.has(trigram)) shared++
  const all = first.size + second.size - shared
  return all === 0 ? 0 : shared / all
}

/** The weight of a match by field. */
const WEIGHTS = { path: 1, name: 0.7, description: 0.2 } as const

/** The similarity of a project to a search: path before name before description. */
export const fitOf = (
  project: { readonly path: string; readonly name: string; readonly description: string | null },
  search: string,
): number =>
  WEIGHTS.path * similarity(project.path, search) +
  WEIGHTS.name * similarity(project.name, search) +
  WEIGHTS.description * similarity(project.description ?? '', search)
