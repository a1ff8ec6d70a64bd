/** Deploy tokens: credentials for the packages of one project or group. Events hold digests only. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export * from './state.js'
export * from './use-cases.js'
