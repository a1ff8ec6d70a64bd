import type { Database } from 'better-sqlite3'
import { likePattern } from '../../engine/like-pattern.js'
import type { Condition } from '../../engine/paging.js'
import { makeNarrowing } from '../../engine/trigram-index.js'

/** The maximum number of distinct words; SQLite allows some hundred conditions, and searches have fewer. */
const MAX_WORDS = 64

/** The words of a search; double quotes keep a phrase together. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  [...new Set([...text.matchAll(/"([^"]*)"|([^\s"]+)/g)].map((match) => match[1] ?? match[2] ?? ''))]
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)

/** Turns a fuzzy search for package names into conditions: every word is somewhere in the name, case-insensitively. */
export const makeNameSearch = (db: Database): ((text: string) => ReadonlyArray<Condition>) => {
  const narrowed = makeNarrowing(db, 'package_names')
  return (text) => {
    const words = wordsOf(text)
    const inName = words.map((word) => ({ sql: "k.name LIKE ? ESCAPE '\\'", values: [likePattern(word)] }))
    return [...inName, ...narrowed(words, 'k.id')]
  }
}
