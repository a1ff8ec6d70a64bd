/** The groups of three characters of a text's words, each word with two blanks before it and one behind. */
const trigramsOf = (text: string): ReadonlySet<string> => {
  const all = new Set<string>()
  for (const word of text.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
    if (word === '') continue
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) all.add(padded.slice(at, at + 3))
  }
  return all
}

/** How alike two texts are, from 0 to 1: the trigrams that they share among all that they have. */
export const similarity = (one: string, other: string): number => {
  const [first, second] = [trigramsOf(one), trigramsOf(other)]
  let shared = 0
  for (const trigram of first) if (second.has(trigram)) shared++
  const all = first.size + second.size - shared
  return all === 0 ? 0 : shared / all
}

/** Where a word that is searched for counts most, and least. */
const WEIGHTS = { path: 1, name: 0.7, description: 0.2 } as const

/** How well a project fits what is searched for: path before name before description. */
export const fitOf = (
  project: { readonly path: string; readonly name: string; readonly description: string | null },
  search: string,
): number =>
  WEIGHTS.path * similarity(project.path, search) +
  WEIGHTS.name * similarity(project.name, search) +
  WEIGHTS.description * similarity(project.description ?? '', search)
