import type { MergeRequestFilter } from '@forgefold/core/domains/review/merge-request'
import { containing } from '../../engine/like.js'
import type { Condition } from '../../engine/paging.js'

type Search = NonNullable<MergeRequestFilter['search']>

/** The index holds trigrams: what is shorter has to be looked for in each text. */
const isIndexed = (word: string): boolean => [...word].length >= 3

const quoted = (word: string): string => `"${word.replaceAll('"', '""')}"`

/** The question to the index: every long word in one of the columns; undefined where all words are short. */
export const matchOf = ({ words, in: columns }: Search): string | undefined => {
  const long = words.filter(isIndexed)
  if (long.length === 0) return undefined
  return columns.map((column) => `(${long.map((word) => `{${column}} : ${quoted(word)}`).join(' AND ')})`).join(' OR ')
}

/** The texts of `merge_requests m`. */
const TEXTS = {
  title: 'm.title',
  description: 'coalesce(m.description || char(10) || m.description_words, m.description)',
} as const

/** What the index cannot answer: where a word is short, all have to stand in the same text with it. */
export const shortWords = (
  { words, in: columns }: Search,
  texts: Readonly<Record<Search['in'][number], string>> = TEXTS,
): ReadonlyArray<Condition> =>
  words.every(isIndexed)
    ? []
    : [
        {
          sql: columns
            .map((column) => `(${words.map(() => `${texts[column]} LIKE ? ESCAPE '\\'`).join(' AND ')})`)
            .join(' OR '),
          values: columns.flatMap(() => words.map(containing)),
        },
      ]
