import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { userCard } from '@forgefold/core/domains/identity/user'
import { groupNameFor } from '@forgefold/core/domains/projects/group'
import type { ProtectedBranchRow, ProtectionAccess } from '@forgefold/core/domains/projects/protected-branch'
import type { ProtectedTagRow } from '@forgefold/core/domains/projects/protected-tag'

const ROLES: ReadonlyMap<number, string> = new Map([
  [0, 'No one'],
  [30, 'Developers + Maintainers'],
  [40, 'Maintainers'],
  [60, 'Admin'],
])

const nameOf = (forge: Forge, principal: Principal, access: ProtectionAccess): string => {
  if (access.userId !== null) return userCard(forge, access.userId).name
  if (access.groupId !== null) return groupNameFor(forge, principal, access.groupId)
  return ROLES.get(access.level ?? 0) ?? ''
}

/** An access entry. */
const presentAccess = (forge: Forge, principal: Principal, access: ProtectionAccess) => ({
  id: access.id,
  // The API shows a user or group with the role of maintainers.
  access_level: access.level ?? 40,
  access_level_description: nameOf(forge, principal, access),
  ...(forge.instance.tier === 'free' ? {} : { user_id: access.userId, group_id: access.groupId }),
})

/** A protected branch; unprotect access and code owners belong to the paid tiers. */
export const presentProtectedBranch = (forge: Forge, principal: Principal, row: ProtectedBranchRow) => ({
  id: row.id,
  name: row.name,
  push_access_levels: row.push.map((access) => presentAccess(forge, principal, access)),
  merge_access_levels: row.merge.map((access) => presentAccess(forge, principal, access)),
  allow_force_push: row.allowForcePush,
  ...(forge.instance.tier === 'free'
    ? {}
    : {
        unprotect_access_levels: row.unprotect.map((access) => presentAccess(forge, principal, access)),
        code_owner_approval_required: row.codeOwnerApprovalRequired,
      }),
})

/** A protected tag, with who may create matching tags. */
export const presentProtectedTag = (forge: Forge, principal: Principal, row: ProtectedTagRow) => ({
  name: row.name,
  create_access_levels: row.create.map((access) => presentAccess(forge, principal, access)),
})
