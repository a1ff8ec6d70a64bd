import type { AccessInput } from '@forgefold/core/domains/projects/protected-branch'

/** An access entry in parameters: one user, one group, or a role and above. */
export interface NamedAccess {
  readonly user_id: number | undefined
  readonly group_id: number | undefined
  readonly access_level: number | undefined
}

const roleOf = (role: number): AccessInput => ({ level: role, userId: null, groupId: null })

/** The given entries and the role together; maintainers by default. */
export const accessOf = (
  role: number | undefined,
  named: ReadonlyArray<NamedAccess> | undefined,
): ReadonlyArray<AccessInput> => {
  const listedOnes = (named ?? []).map(({ user_id: userId = null, group_id: groupId = null, access_level }) => ({
    level: userId === null && groupId === null ? (access_level ?? 40) : null,
    userId,
    groupId,
  }))
  const all = [...(role === undefined ? [] : [roleOf(role)]), ...listedOnes]
  return all.length === 0 ? [roleOf(40)] : all
}
