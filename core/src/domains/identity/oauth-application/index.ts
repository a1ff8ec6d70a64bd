/** OAuth applications: registered clients with redirect URIs, scopes and secrets. */
export * from './aggregate.js'
export * from './queries.js'
export * from './redirect-uri.js'
export * from './use-cases.js'
