/** Labels of projects and groups. */
export * from './color.js'
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export * from './state.js'
export { titleKey } from './title.js'
export * from './use-cases/index.js'
