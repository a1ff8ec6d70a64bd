/** Deploy tokens: by which machines reach the packages of one project or group. Only digests are kept. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export * from './state.js'
export * from './use-cases.js'
