import type { Forge } from '../../../app/forge.js'
import type { LabelRow } from './queries.js'
import { titleKey } from './unique-names.js'

const SEPARATOR = '::'

/** What stands before the last `::` of a title, as `priority` in `priority::high`; undefined without one. */
const scopeOf = ({ title }: LabelRow): string | undefined => {
  const end = title.lastIndexOf(SEPARATOR)
  const isScoped = end > 0 && end + SEPARATOR.length < title.length
  return isScoped ? titleKey(title.slice(0, end)) : undefined
}

/** The labels that an issue or merge request keeps of these, in their order: of each scope the last one, except on the free tier. */
export const exclusiveLabels = (forge: Forge, labelIds: ReadonlyArray<number>): ReadonlyArray<number> => {
  const ids = [...new Set(labelIds)]
  if (forge.instance.tier === 'free') return ids
  const scopes = new Map(forge.read.labels.rows(ids).map((row) => [row.id, scopeOf(row)]))
  const lastOf = new Map(ids.map((id) => [scopes.get(id), id]))
  return ids.filter((id) => {
    const scope = scopes.get(id)
    return scope === undefined || lastOf.get(scope) === id
  })
}
