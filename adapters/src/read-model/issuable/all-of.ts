import type { Condition } from '../engine/paging.js'

/** The most groups with a condition each, which use the indexes best; SQLite allows some hundred conditions. */
const FEW = 16

const AMONG = '(SELECT value FROM json_each(?))'

/** `EXISTS` for a row of a side table that belongs to the thing and fulfils a condition on `s`. */
type ExistsCondition = (condition: string) => string

/**
 * Of each group of ids one stands beside the thing, whatever the number of groups.
 *
 * `column`: that of the side table, `s`.
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

/** Every one of these stands beside the thing. */
export const allOf = (ids: ReadonlyArray<number>, column: string, beside: ExistsCondition): ReadonlyArray<Condition> =>
  anyOfEach(
    ids.map((id) => [id]),
    column,
    beside,
  )
