/** Namespaces of users and groups, and the rules for their paths. */
export * from './path.js'
export * from './queries.js'
export * from './reserved-names.js'
