import type { SearchFilter } from '@forgefold/core/domains/issuable'
import { likePattern } from '../engine/like-pattern.js'
import type { Condition } from '../engine/paging.js'
import { isIndexed, phraseOf } from '../engine/trigram-index.js'

/** The full-text query: every long word in one of the columns; undefined if all words are short. */
export const matchExpression = ({ words, in: columns }: SearchFilter): string | undefined => {
  const long = words.filter(isIndexed)
  if (long.length === 0) return undefined
  return columns
    .map((column) => `(${long.map((word) => `{${column}} : ${phraseOf(word)}`).join(' AND ')})`)
    .join(' OR ')
}

/** The full-text query for rows that another index has found: it looks only into the texts of the row with this id. */
export const matchesOf = (index: string, id: string, search: SearchFilter | undefined): ReadonlyArray<Condition> => {
  const match = search === undefined ? undefined : matchExpression(search)
  if (match === undefined) return []
  return [{ sql: `EXISTS (SELECT 1 FROM ${index} t WHERE t.rowid = ${id} AND t.${index} MATCH ?)`, values: [match] }]
}

/** What the index cannot answer: where a word is short, all have to stand in the same text with it. `texts`: SQL of each column. */
export const shortWordConditions = (
  { words, in: columns }: SearchFilter,
  texts: Readonly<Record<SearchFilter['in'][number], string>>,
): ReadonlyArray<Condition> =>
  words.every(isIndexed)
    ? []
    : [
        {
          sql: columns
            .map((column) => `(${words.map(() => `${texts[column]} LIKE ? ESCAPE '\\'`).join(' AND ')})`)
            .join(' OR '),
          values: columns.flatMap(() => words.map(likePattern)),
        },
      ]
