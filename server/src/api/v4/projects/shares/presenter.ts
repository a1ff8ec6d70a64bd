import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import type { GroupRow } from '@forgefold/core/domains/projects/group'
import { type GroupShareRow, type ShareTarget, visibleShares } from '@forgefold/core/domains/projects/group-share'
import { keptAvatarUrl } from '../../avatar.js'

/** The share of a project, in the response to its creation. */
export const presentProjectShare = (row: GroupShareRow) => ({
  id: row.id,
  project_id: row.sourceId,
  group_id: row.groupId,
  group_access: row.level,
  expires_at: row.expiresAt,
})

/** The groups with a share of a project or group, as far as the caller may see them. */
export const presentSharedWith = (forge: Forge, principal: Principal, place: ShareTarget) =>
  visibleShares(forge, { principal }, place).map((row) => ({
    group_id: row.groupId,
    group_name: row.groupName,
    group_full_path: row.groupFullPath,
    group_access_level: row.level,
    expires_at: row.expiresAt,
  }))

/** A group above a project, or with a share of it. */
export const presentGroupOfProject = (group: GroupRow, { externalUrl }: Forge['instance']) => ({
  id: group.id,
  web_url: `${externalUrl}/groups/${group.fullPath}`,
  name: group.name,
  avatar_url: keptAvatarUrl(externalUrl, 'group', group) ?? null,
  full_name: group.fullName,
  full_path: group.fullPath,
})
