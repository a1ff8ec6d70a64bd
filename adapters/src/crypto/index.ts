/** Ids, random secrets, password hashes and sealed texts, with the cryptography of Node. */
export * from './history-key.js'
export * from './ids.js'
export * from './instance-key.js'
export * from './password-hasher.js'
export * from './secret-box.js'
export * from './secrets.js'
export * from './signing-key.js'
export { makePersonalData, type SubjectKeys } from './subject-keys.js'
