/** OAuth applications: registered clients with redirect URIs, scopes and secrets. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export * from './redirect-uri.js'
export * from './state.js'
export * from './use-cases/index.js'
