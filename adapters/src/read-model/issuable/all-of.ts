import type { Condition } from '../engine/paging.js'

/** Up to this many groups get a condition each, which uses the indexes best; SQLite allows some hundred conditions. */
const FEW = 16

const AMONG = '(SELECT value FROM json_each(?))'

/** `EXISTS` for a row of a side table that belongs to the issuable and fulfils a condition on `s`. */
type ExistsCondition = (condition: string) => string

/**
 * From each group of ids at least one is attached to the issuable, whatever the number of groups.
 *
 * `column`: the id's column in the side table, `s`.
 */
export const anyOfEach = (
  groups: ReadonlyArray<ReadonlyArray<number>>,
  column: string,
  beside: ExistsCondition,
): ReadonlyArray<Condition> => {
  if (groups.some((ids) => ids.length === 0)) return [{ sql: '0', values: [] }]
  if (groups.length > FEW) {
    const missing = `NOT ${beside(`s.${column} IN (SELECT value FROM json_each(w.value))`)}`
    return [{ sql: `NOT EXISTS (SELECT 1 FROM json_each(?) w WHERE ${missing})`, values: [JSON.stringify(groups)] }]
  }
  return groups.map((ids) =>
    ids.length === 1
      ? { sql: beside(`s.${column} = ?`), values: [ids[0]] }
      : { sql: beside(`s.${column} IN ${AMONG}`), values: [JSON.stringify(ids)] },
  )
}

/** All of these are attached to the issuable. */
export const allOf = (ids: ReadonlyArray<number>, column: string, beside: ExistsCondition): ReadonlyArray<Condition> =>
  anyOfEach(
    ids.map((id) => [id]),
    column,
    beside,
  )
