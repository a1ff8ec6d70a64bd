import { ACCESS } from '../../../access/index.js'
import type { Lookup } from '../../../app/forge.js'
import type { Changes } from '../../../kernel/index.js'
import type { UserRow } from './queries.js'
import type { UserRights } from './state.js'

/** The highest role of a user in any group or project; 0: none. The context of memberships provides it. */
export interface HighestRoles {
  readonly of: (userId: number) => number
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly highestRoles: HighestRoles
  }
}

/** Whether a user counts for the license: active people do; on the highest tier only those who are more than guests somewhere. */
export const takesSeat: Lookup<UserRow, boolean> = ({ highestRoles, instance }, { id, state, bot }) =>
  state === 'active' && !bot && (instance.tier !== 'ultimate' || highestRoles.of(id) > ACCESS.guest)

/** Minutes of shared runners as somebody wants them; null: as the instance says. */
export type RunnerMinutes = Changes<Pick<UserRights, 'sharedRunnersMinutesLimit' | 'extraSharedRunnersMinutesLimit'>>

const NEGATIVE = ['must be greater than or equal to 0']
const errorsOf = (minutes: number | null | undefined) => ((minutes ?? 0) < 0 ? NEGATIVE : [])

/** What is wrong with minutes of shared runners, of users and groups alike. */
export const runnerMinutesErrors = (wanted: RunnerMinutes) => ({
  shared_runners_minutes_limit: errorsOf(wanted.sharedRunnersMinutesLimit),
  extra_shared_runners_minutes_limit: errorsOf(wanted.extraSharedRunnersMinutesLimit),
})
