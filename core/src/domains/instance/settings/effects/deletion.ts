import { type Day, dayOf, type Instant, secondsAfter } from '../../../../kernel/index.js'
import { releaseHas } from '../../../../releases/index.js'
import { type Edition, type Settings, tierHas } from '../catalogue.js'

const DAY_SECONDS = 86400

/** Whether a flag puts deletions off; a release that knows no such flag puts all of them off. */
const isPutOff = (what: 'group' | 'project', settings: Settings, release: string): boolean => {
  const setting = `delayed_${what}_deletion` as const
  if (!releaseHas(`settings.${setting}`, release)) return true
  if (what === 'project' && releaseHas('settings.deletion_interlock', release) && !settings.delayed_group_deletion)
    return false
  return settings[setting]
}

/** For how many days the deletion of a group, or of a project in one, is put off; 0 deletes at once. */
export const deletionDelay = (what: 'group' | 'project', settings: Settings, { tier, release }: Edition): number =>
  tierHas(tier, 'premium') && isPutOff(what, settings, release) ? settings.deletion_adjourned_period : 0

/** What was marked for deletion on this day or before has come to its end. */
export const lastOverdueDay = (now: Instant, settings: Settings): Day =>
  dayOf(secondsAfter(now, -settings.deletion_adjourned_period * DAY_SECONDS))
