/** Who calls: tokens found, kept in memory, and forgotten at once where they are void. The HTTP pipeline and git may enter. */
export * from './authenticator.js'
export * from './deploy-tokens.js'
export * from './freshness.js'
export * from './job-tokens.js'
export * from './oauth-tokens.js'
export * from './presented.js'
export * from './sessions.js'
export * from './token-kind.js'
