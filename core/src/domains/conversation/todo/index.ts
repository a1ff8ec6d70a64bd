/** To-do items of users, created and completed by reactors or by hand. */
export * from './aggregate.js'
export * from './queries.js'
export { todoReactor } from './reactors/index.js'
export * from './todo-changes.js'
export * from './use-cases.js'
