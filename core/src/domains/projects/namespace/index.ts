/** Namespaces of users and groups, and the rules for their paths. */
export * from './queries.js'
export * from './use-cases.js'
