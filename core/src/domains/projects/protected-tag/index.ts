/** Protected tags: who may make them; nobody moves them. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export * from './rules.js'
export * from './state.js'
export * from './use-cases/index.js'
