import { integer, maybe, record, type Shape, text } from '../shape.js'

/** Time statistics (docs/reference/behaviour/planning.md#time-statistics). */
export const timeStatsShape: Shape = record('TimeStats', {
  time_estimate: integer,
  total_time_spent: integer,
  human_time_estimate: maybe(text),
  human_total_time_spent: maybe(text),
})

export const taskStatusShape: Shape = record(undefined, { count: integer, completed_count: integer })
export const referencesShape: Shape = record(undefined, { short: text, relative: text, full: text })
