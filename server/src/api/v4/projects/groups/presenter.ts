import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { type GroupRow, groupFor } from '@forgefold/core/domains/projects/group'
import { registrationTokenOf } from '@forgefold/core/domains/projects/registration-token'
import * as E from 'fp-ts/lib/Either.js'
import { keptAvatarUrl } from '../../avatar.js'
import { presentSharedWith } from '../shares/presenter.js'

/** A group in a list. */
export const presentGroup = (group: GroupRow, { externalUrl, tier }: Forge['instance']) => ({
  id: group.id,
  web_url: `${externalUrl}/groups/${group.fullPath}`,
  name: group.name,
  path: group.path,
  description: group.description,
  visibility: group.visibility,
  share_with_group_lock: group.shareWithGroupLock,
  require_two_factor_authentication: group.requireTwoFactorAuthentication,
  two_factor_grace_period: group.twoFactorGracePeriod,
  project_creation_level: group.projectCreationLevel,
  auto_devops_enabled: group.autoDevopsEnabled,
  subgroup_creation_level: group.subgroupCreationLevel,
  emails_disabled: group.emailsDisabled,
  mentions_disabled: group.mentionsDisabled,
  lfs_enabled: group.lfsEnabled,
  default_branch_protection: group.defaultBranchProtection,
  avatar_url: keptAvatarUrl(externalUrl, 'group', group) ?? null,
  request_access_enabled: group.requestAccessEnabled,
  full_name: group.fullName,
  full_path: group.fullPath,
  created_at: group.createdAt,
  parent_id: group.parentId,
  ...(tier === 'free' ? {} : { marked_for_deletion_on: group.markedForDeletionOn }),
})

/** A group by itself; the route adds its projects. */
export const presentGroupDetail = (group: GroupRow, forge: Forge, principal: Principal) => ({
  ...presentGroup(group, forge.instance),
  ...(E.isRight(groupFor(forge, principal, group.id, 'admin_group'))
    ? { runners_token: registrationTokenOf(forge, { kind: 'group', id: group.id }) }
    : {}),
  shared_with_groups: presentSharedWith(forge, principal, { source: 'group', id: group.id }),
  prevent_sharing_groups_outside_hierarchy: group.preventSharingGroupsOutsideHierarchy,
  membership_lock: group.membershipLock,
  prevent_forking_outside_group: group.preventForkingOutsideGroup,
  ...(forge.instance.tier === 'free'
    ? {}
    : {
        shared_runners_minutes_limit: group.sharedRunnersMinutesLimit ?? null,
        extra_shared_runners_minutes_limit: group.extraSharedRunnersMinutesLimit ?? null,
        ip_restriction_ranges: null,
      }),
})
