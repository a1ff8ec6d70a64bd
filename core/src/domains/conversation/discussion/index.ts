/** Discussions and notes on merge requests and issues, with positions in diffs. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './position/index.js'
export * from './queries.js'
export { discussionReactors } from './reactors.js'
export * from './state.js'
export * from './use-cases/index.js'
