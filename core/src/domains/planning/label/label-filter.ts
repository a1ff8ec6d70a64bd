import type { Lookup } from '../../../app/forge.js'
import { isWord, type LabelFilter, type NegatedIds } from '../../issuable/issuable-filter.js'

/** The former name of `None`. */
const NO_LABEL = 'no label'

/** Titles, `None` (or `No Label`) or `Any` as a condition of lists; undefined where no title is given. */
export const labelFilter: Lookup<ReadonlyArray<string> | undefined, LabelFilter | undefined> = (forge, titles) => {
  if (titles === undefined || titles.length === 0) return undefined
  if (titles.some((title) => isWord(title, 'none') || title.toLowerCase() === NO_LABEL)) return 'none'
  if (titles.some((title) => isWord(title, 'any'))) return 'any'
  return titles.map((title) => forge.read.labels.titled(title))
}

/** The same as a negated condition: none of these labels, wherever they are. */
export const negatedLabels: Lookup<ReadonlyArray<string> | undefined, NegatedIds | undefined> = (forge, titles) => {
  const wanted = labelFilter(forge, titles)
  return wanted === undefined || typeof wanted === 'string' ? wanted : wanted.flat()
}
