/** OAuth token families: access and refresh tokens, their rotation, expiry and revocation. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './lifetime.js'
export * from './queries.js'
export * from './state.js'
export * from './use-cases/index.js'
