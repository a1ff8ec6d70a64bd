import type { UserRights } from './state.js'

/** Minutes of shared runners as somebody wants them; null: as the instance says. */
export type RunnerMinutes = Pick<UserRights, 'sharedRunnersMinutesLimit' | 'extraSharedRunnersMinutesLimit'>

const NEGATIVE = ['must be greater than or equal to 0']
const errorsOf = (minutes: number | null | undefined) => ((minutes ?? 0) < 0 ? NEGATIVE : [])

/** What is wrong with minutes of shared runners, of users and groups alike. */
export const runnerMinutesErrors = (wanted: RunnerMinutes) => ({
  shared_runners_minutes_limit: errorsOf(wanted.sharedRunnersMinutesLimit),
  extra_shared_runners_minutes_limit: errorsOf(wanted.extraSharedRunnersMinutesLimit),
})
