import type { Lookup } from '../../../../app/forge.js'

/** A group that a user is a member of, directly or by inheritance. */
export interface GroupMembership {
  readonly fullPath: string
  /** The access level. */
  readonly level: number
}

/** Whose groups, and how many at most. */
export interface GroupsOfUser {
  readonly userId: number
  readonly most: number
}

/** The groups that a user is a member of, by number. */
export const groupsOfUser: Lookup<GroupsOfUser, ReadonlyArray<GroupMembership>> = (forge, { userId, most }) => {
  const visibleTo = { userId, seesAll: false, external: false }
  const filter = { visibleTo, membership: true, orderBy: 'id', sort: 'asc' } as const
  const { rows } = forge.read.groups.list(filter, { page: 1, perPage: most })
  return rows.map(({ id, fullPath }) => ({ fullPath, level: forge.read.groups.level(userId, id) }))
}

/** The paths of the groups that a user is a direct member of, sorted. */
export const directGroupsOfUser: Lookup<GroupsOfUser, ReadonlyArray<string>> = (forge, { userId, most }) =>
  forge.read.members
    .ofUser(userId)
    .filter(({ source }) => source === 'group')
    .slice(0, most)
    .flatMap(({ sourceId }) => forge.read.groups.byId(sourceId)?.fullPath ?? [])
    .sort()
