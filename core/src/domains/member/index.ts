/** Memberships: who has which role where, directly; what is inherited follows. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export * from './state.js'
export * from './roles.js'
