import * as t from 'io-ts'
import { VISIBILITIES } from '../../../access/access-level.js'
import { PROJECT_CREATION_LEVELS, SUBGROUP_CREATION_LEVELS } from '../../../access/group-policy.js'
import { nullable, oneOf, orUndefined, safeInteger } from '../../../kernel/codecs.js'
import { runnerMinutes } from '../../identity/user/runner-minutes.js'

/** What can be set on a group, with its codec. */
export const groupSettings = {
  name: t.string,
  path: t.string,
  /** As returned by `storeAvatar`. Undefined in events from before avatars existed: none. */
  avatar: orUndefined(nullable(t.string)),
  description: t.string,
  visibility: oneOf(VISIBILITIES),
  shareWithGroupLock: t.boolean,
  membershipLock: t.boolean,
  requireTwoFactorAuthentication: t.boolean,
  twoFactorGracePeriod: safeInteger,
  projectCreationLevel: oneOf(PROJECT_CREATION_LEVELS),
  subgroupCreationLevel: oneOf(SUBGROUP_CREATION_LEVELS),
  autoDevopsEnabled: nullable(t.boolean),
  emailsDisabled: nullable(t.boolean),
  mentionsDisabled: nullable(t.boolean),
  lfsEnabled: t.boolean,
  defaultBranchProtection: safeInteger,
  requestAccessEnabled: t.boolean,
  preventForkingOutsideGroup: nullable(t.boolean),
  preventSharingGroupsOutsideHierarchy: t.boolean,
  /** Set by administrators only. Missing: the default of the instance. */
  sharedRunnersMinutesLimit: orUndefined(runnerMinutes.sharedRunnersMinutesLimit),
  extraSharedRunnersMinutesLimit: orUndefined(runnerMinutes.extraSharedRunnersMinutesLimit),
}

const codec = t.type(groupSettings)
export type GroupSettings = Readonly<t.TypeOf<typeof codec>>

/** The settings of a new group, besides its name and path. */
export const defaultGroupSettings: Omit<GroupSettings, 'name' | 'path'> = {
  avatar: null,
  description: '',
  visibility: 'private',
  shareWithGroupLock: false,
  membershipLock: false,
  requireTwoFactorAuthentication: false,
  twoFactorGracePeriod: 48,
  projectCreationLevel: 'developer',
  subgroupCreationLevel: 'maintainer',
  autoDevopsEnabled: null,
  emailsDisabled: null,
  mentionsDisabled: null,
  lfsEnabled: true,
  defaultBranchProtection: 2,
  requestAccessEnabled: true,
  preventForkingOutsideGroup: null,
  preventSharingGroupsOutsideHierarchy: false,
  sharedRunnersMinutesLimit: undefined,
  extraSharedRunnersMinutesLimit: undefined,
}
