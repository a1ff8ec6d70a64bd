import { ACCESS } from '../../../access/index.js'
import type { Lookup } from '../../../app/forge.js'
import type { UserRow } from './queries.js'

/** The highest role of a user in any group or project; 0: none. The member domain implements it. */
export interface HighestRoles {
  readonly of: (userId: number) => number
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly highestRoles: HighestRoles
  }
}

/** Whether a user counts for the licence: active users do, on the highest tier only those with a role above guest. */
export const countsForLicense: Lookup<UserRow, boolean> = ({ highestRoles, instance }, { id, state, bot }) =>
  state === 'active' && !bot && (instance.tier !== 'ultimate' || highestRoles.of(id) > ACCESS.guest)
