/** Browser sessions of signed-in users. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './instance-rules.js'
export * from './queries.js'
export * from './state.js'
export * from './use-cases/sessions.js'
