/** Personal access tokens of users. Events hold digests only. */
export * from './aggregate.js'
export * from './instance-rules.js'
export * from './lifetime.js'
export * from './policy.js'
export * from './queries.js'
export * from './use-cases/create.js'
export * from './use-cases/read.js'
export * from './use-cases/revoke.js'
