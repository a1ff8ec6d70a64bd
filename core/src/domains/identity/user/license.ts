import { ACCESS } from '../../../access/index.js'
import type { Lookup } from '../../../app/forge.js'
import type { UserRow } from './queries.js'

/** The roles that a user has in groups and projects. The member domain implements it. */
export interface RolesOfUsers {
  /** Whether any of them is above the level. */
  readonly anyAbove: (userId: number, level: number) => boolean
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly rolesOfUsers: RolesOfUsers
  }
}

/** Whether a user counts for the licence: active users do, on the highest tier only those with a role above guest. */
export const countsForLicense: Lookup<UserRow, boolean> = ({ rolesOfUsers, instance }, { id, state, bot }) =>
  state === 'active' && !bot && (instance.tier !== 'ultimate' || rolesOfUsers.anyAbove(id, ACCESS.guest))
