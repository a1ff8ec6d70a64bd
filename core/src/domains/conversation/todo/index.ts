/** To-do items of users, created and completed by reactors or by hand. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export { todoReactor } from './reactors/index.js'
export * from './rules/consequences.js'
export * from './state.js'
export * from './use-cases/index.js'
