import { anonymous } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { approveWaitingUsers } from '@forgefold/core/domains/identity/user'
import type { SettingsReferences } from '@forgefold/core/domains/instance/settings'

/** What settings refer to, answered from users and groups; the forge is asked for when it is whole. */
export const settingsReferencesOf = (forge: () => Forge): SettingsReferences => ({
  groupId: (path) => forge().read.groups.byFullPath(path)?.id,
  userExists: (username) => forge().read.users.byUsername(username) !== undefined,
  // Users who wait for an approval that is no longer asked for are let in.
  changed: async (context) => {
    await approveWaitingUsers(forge(), { principal: anonymous, context })
  },
})
