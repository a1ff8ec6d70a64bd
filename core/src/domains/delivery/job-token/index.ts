/** Job tokens: credentials of running jobs. Events hold digests only. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
