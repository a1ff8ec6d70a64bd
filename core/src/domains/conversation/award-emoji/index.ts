/** Award emoji on merge requests, issues and notes. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export * from './state.js'
export * from './use-cases/index.js'
