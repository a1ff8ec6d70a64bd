/** Memberships: direct roles of users in groups and projects; inherited roles follow from them. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export * from './roles.js'
export * from './state.js'
export {
  addMember,
  addMembers,
  changeMember,
  type MemberRemoval,
  type Membership,
  removeMember,
} from './use-cases/change.js'
export { expireMembers } from './use-cases/expire.js'
export { type FoundSource, readableSource, type SourceRef } from './use-cases/source.js'
