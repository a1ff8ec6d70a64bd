const WORD = /\S+/g

/** Of a word without an end so much is searched for. */
const LONGEST = 256

/**
 * The words of a text from a place on that it did not have before, each once and in small letters, a line each.
 *
 * `most`: so many characters at the most; what comes later is left out.
 */
export const newWords = (text: string, from: number, most: number): string => {
  const known = new Set(text.slice(0, from).toLowerCase().match(WORD))
  const words: Array<string> = []
  let length = 0
  // A word that is cut by the place counts as one that comes after it.
  const start = text.slice(0, from).search(/\S*$/)
  for (const [found] of text.slice(start).toLowerCase().matchAll(WORD)) {
    const word = found.slice(0, LONGEST)
    if (known.has(word)) continue
    known.add(word)
    length += word.length + 1
    if (length > most) break
    words.push(word)
  }
  return words.join('\n')
}
