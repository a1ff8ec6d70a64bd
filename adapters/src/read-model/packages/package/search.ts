import type { Database } from 'better-sqlite3'
import { likePattern } from '../../engine/like-pattern.js'
import type { Condition } from '../../engine/paging.js'

/** The most matches for which the text index is used; a more common word is found faster by walking the list. */
const MAX_RESULTS = 1000

const TRIGRAM = 3

/** At most this many different words count; SQL bears some hundreds of conditions, and nobody types as many. */
const MAX_WORDS = 64

/** The words of a search; double quotes keep a phrase together. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  [...new Set([...text.matchAll(/"([^"]*)"|([^\s"]+)/g)].map((match) => match[1] ?? match[2] ?? ''))]
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)

const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`

/** Turns a fuzzy search for package names into conditions: every word is somewhere in the name, case-insensitively. */
export const makeNameSearch = (db: Database): ((text: string) => ReadonlyArray<Condition>) => {
  const find = db
    .prepare<[string, number], number>('SELECT rowid FROM package_names WHERE package_names MATCH ? LIMIT ?')
    .pluck()
  return (text) => {
    const words = wordsOf(text)
    const where: Array<Condition> = words.map((word) => ({
      sql: "k.name LIKE ? ESCAPE '\\'",
      values: [likePattern(word)],
    }))
    const long = words.filter((word) => [...word].length >= TRIGRAM)
    if (long.length === 0) return where
    const found = find.all(long.map(quoted).join(' AND '), MAX_RESULTS + 1)
    if (found.length <= MAX_RESULTS)
      where.push({ sql: 'k.id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(found)] })
    return where
  }
}
