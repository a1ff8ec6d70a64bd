/** Shares: groups whose members have a role in a project or in another group. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
