/** Projects: one repository each and everything around it. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export * from './state.js'
export * from './access.js'
export * from './settings.js'
