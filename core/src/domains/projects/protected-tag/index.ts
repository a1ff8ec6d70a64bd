/** Protected tags: who may create them; they are never moved. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export * from './rules.js'
export * from './state.js'
export * from './use-cases/index.js'
