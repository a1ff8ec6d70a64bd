import type { Forge } from '@forgefold/core/app'
import { humanDuration, showsHoursOnly } from '@forgefold/core/domains/issuable'

/** The time of an issuable, in seconds. */
export interface TrackedTime {
  readonly timeEstimate: number
  readonly timeSpent: number
}

/** Time statistics (docs/reference/behaviour/planning.md#time-statistics). */
export const presentTimeStats = (forge: Forge, row: TrackedTime) => {
  const inHours = showsHoursOnly(forge.settings.current())
  return {
    time_estimate: row.timeEstimate,
    total_time_spent: row.timeSpent,
    human_time_estimate: humanDuration(row.timeEstimate, inHours),
    human_total_time_spent: humanDuration(row.timeSpent, inHours),
  }
}
