/** Memberships: direct roles of users in groups and projects, from which inherited roles follow. */
export * from './aggregate.js'
export type { MemberEvent, MemberSource } from './events.js'
export * from './queries.js'
export { firstOwners } from './reactors.js'
export { addFirstOwner } from './steps/first-owner.js'
export type { SourceRef } from './steps/source.js'
export {
  type ApproveAccess,
  approveAccess,
  denyAccess,
  type ListAccessRequests,
  listAccessRequests,
  type RequesterRef,
  requestAccess,
} from './use-cases/access-requests.js'
export {
  type AddMembers,
  addMember,
  addMembers,
  changeMember,
  type MemberRemoval,
  type Membership,
  removeMember,
} from './use-cases/change.js'
export { expireMembers } from './use-cases/expire.js'
export { getMember, type ListMembers, listMembers, type MemberRef } from './use-cases/find.js'
export { directGroupsOfUser, groupsOfUser } from './use-cases/groups-of-user.js'
export { type ImportMembers, importMembers } from './use-cases/import.js'
export { type ListMemberships, listMemberships, type NamedMembership } from './use-cases/memberships.js'
export { removeUser, type UserRemoval } from './use-cases/remove-user.js'
