/** Statistics: counts of the instance, of a user, and of what awaits a user. */
export * from './queries.js'
export * from './use-cases.js'
