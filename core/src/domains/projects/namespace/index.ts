/** Namespaces of users and groups, and the rules for their paths. */
export type { FirstOwners } from './first-owners.js'
export * from './queries.js'
export * from './use-cases.js'
