import type { MergeRequestFilter } from '@forgefold/core/domains/merge-request'
import { containing } from '../like.js'
import type { Condition } from '../paging.js'

type Search = NonNullable<MergeRequestFilter['search']>

/** The index holds trigrams: what is shorter has to be looked for in each text. */
const isIndexed = (word: string): boolean => [...word].length >= 3

const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`

/** Every word in one of the columns. */
export const searched = ({ words, in: columns }: Search): ReadonlyArray<Condition> => {
  if (words.length === 0) return []
  const long = words.filter(isIndexed)
  const short = words.filter((word) => !isIndexed(word))
  const conditions: Array<Condition> = []
  if (long.length > 0) {
    const match = columns.map((column) => `(${long.map((word) => `{${column}} : ${quoted(word)}`).join(' AND ')})`)
    conditions.push({
      sql: 'm.id IN (SELECT rowid FROM merge_request_texts WHERE merge_request_texts MATCH ?)',
      values: [match.join(' OR ')],
    })
  }
  if (short.length > 0)
    conditions.push({
      // All words again, because they have to stand in the same column as the short ones.
      sql: columns.map((column) => `(${words.map(() => `m.${column} LIKE ? ESCAPE '\\'`).join(' AND ')})`).join(' OR '),
      values: columns.flatMap(() => words.map(containing)),
    })
  return conditions
}
