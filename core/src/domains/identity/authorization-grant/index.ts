/** Authorization grants: OAuth authorization codes, redeemed once (RFC 6749, RFC 7636). */

export * from './challenge.js'
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './state.js'
export * from './use-cases/grant.js'
