/** Authorization grants: what a user allowed a client, as a code that is redeemed once. */

export * from './challenge.js'
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './state.js'
export * from './use-cases/grant.js'
