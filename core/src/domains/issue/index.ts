/** Issues: what is to be done in a project. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './policy.js'
export * from './queries.js'
export * from './reactors/index.js'
export * from './state.js'
export * from './use-cases/index.js'
