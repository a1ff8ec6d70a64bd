/** Groups: places for projects and other groups. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export * from './state.js'
export * from './access.js'
export * from './settings.js'
export { visibilityRank } from './rules.js'
