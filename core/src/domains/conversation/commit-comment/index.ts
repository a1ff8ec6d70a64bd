/** Commit comments: what people say about commits and their lines. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export * from './state.js'
export * from './use-cases.js'
