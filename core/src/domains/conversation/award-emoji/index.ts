/** Award emoji on merge requests, issues and notes. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
