/** To-dos: what each person means to look at. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export { todoReactor } from './reactors/index.js'
export * from './rules/consequences.js'
export * from './state.js'
export * from './use-cases/index.js'
