/** Comments on commits and on lines of their diffs. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export * from './state.js'
export * from './use-cases.js'
