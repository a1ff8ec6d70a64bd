import type { Database } from 'better-sqlite3'
import type { Condition } from './paging.js'

/** The most rows that a list is narrowed to; a more common text is found faster by walking the list. */
const MAX_RESULTS = 1000

/** A trigram index finds no text that is shorter than three characters. */
export const isIndexed = (text: string): boolean => [...text].length >= 3

/** A text as a phrase of a full-text query. */
export const phraseOf = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Narrows a list to the rows in which all of these texts stand, whatever their case; nothing where the index cannot tell or finds too many. */
export type Narrowing = (texts: ReadonlyArray<string>, id: string) => ReadonlyArray<Condition>

/** The rows of a trigram index, by their row ids. The list has its own conditions on the text besides: case folds differ outside ASCII. */
export const makeNarrowing = (db: Database, index: string): Narrowing => {
  const find = db.prepare<[string, number], number>(`SELECT rowid FROM ${index} WHERE ${index} MATCH ? LIMIT ?`).pluck()
  return (texts, id) => {
    const indexed = texts.filter(isIndexed)
    if (indexed.length === 0) return []
    const found = find.all(indexed.map(phraseOf).join(' AND '), MAX_RESULTS + 1)
    if (found.length > MAX_RESULTS) return []
    return [{ sql: `${id} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(found)] }]
  }
}
