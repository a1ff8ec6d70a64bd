/** SSH and OpenPGP keys of users, as records that are not used to sign in. Their texts are sealed. */
export {
  gpgKey,
  KEY_USAGES,
  type KeyUsage,
  sshKey,
  type UserKeyCommand,
  type UserKeyEvent,
  type UserKeyKind,
  type UserKeyState,
} from './aggregate.js'
export { openDetails } from './details.js'
export { keyRestrictionFindings } from './instance-rules.js'
export * from './queries.js'
export { keysOfErasedUsers } from './reactors.js'
export { addUserKey, type NewUserKey, removeUserKey } from './use-cases/change.js'
export {
  getAnyKey,
  getUserKey,
  keyByFingerprint,
  type ListUserKeys,
  listUserKeys,
  type UserKeyRef,
} from './use-cases/find.js'
