/** Personal access tokens: by which programs act as a user. Only digests are kept. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './policy.js'
export * from './queries.js'
export * from './state.js'
export { type CreatedToken, createToken, type NewToken } from './use-cases/create.js'
export { revokeToken } from './use-cases/revoke.js'
