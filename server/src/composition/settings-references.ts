import { anonymous } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { approveWaitingUsers } from '@forgefold/core/domains/identity/user'
import type { SettingsReferences } from '@forgefold/core/domains/instance/settings'

/** What settings refer to, looked up among users and groups; the forge is passed as a function because it is composed later. */
export const settingsReferencesOf = (forge: () => Forge): SettingsReferences => ({
  groupId: (path) => forge().read.groups.byFullPath(path)?.id,
  userExists: (username) => forge().read.users.byUsername(username) !== undefined,
  // Users who wait for an approval that is no longer required are approved.
  changed: async (context) => {
    await approveWaitingUsers(forge(), { principal: anonymous, context })
  },
})
