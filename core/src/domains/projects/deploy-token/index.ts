/** Deploy tokens: credentials for the packages and repositories of one project or group. Events hold digests only. */

export * from './access.js'
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
