import type { Forge } from '@forgefold/core/app'
import type { LabelFilter } from '@forgefold/core/domains/issuable'
import { isWord } from '../../issuable/list-filter.js'

/** The labels that titles mean, a list for each title; undefined where none is asked for. */
export const labelsOf = (forge: Forge, names: ReadonlyArray<string> | undefined): LabelFilter | undefined => {
  if (names === undefined || names.length === 0) return undefined
  if (names.some((name) => isWord(name, 'none'))) return 'none'
  if (names.some((name) => isWord(name, 'any'))) return 'any'
  return names.map((name) => forge.read.labels.titled(name))
}
