/** Deploy tokens: credentials for the packages of one project or group. Events hold digests only. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
