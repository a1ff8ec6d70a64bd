import type { Forge } from '../../../../app/forge.js'
import type { Instant } from '../../../../kernel/index.js'
import type { FreezeTimes } from '../aggregate.js'

/** Whether a moment lies in a freeze period: the next end comes before the next beginning. */
const isWithin = ({ cron }: Pick<Forge, 'cron'>, { start, end, timezone }: FreezeTimes, at: Instant): boolean => {
  const ends = cron.next(end, timezone, at)
  const begins = cron.next(start, timezone, at)
  return ends !== undefined && (begins === undefined || ends < begins)
}

/** Whether a freeze period of a project is in effect now. */
export const isFrozen = (forge: Forge, projectId: number): boolean => {
  const periods = forge.read.freezePeriods.ofProject(projectId)
  if (periods.length === 0) return false
  const now = forge.clock.now()
  return periods.some((period) => isWithin(forge, period, now))
}
