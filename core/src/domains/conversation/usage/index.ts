/** How much there is of everything: in the instance, of a user, and waiting for somebody. */
export * from './queries.js'
export * from './use-cases.js'
