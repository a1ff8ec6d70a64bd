/** Who calls, with which scopes, and what the roles are called. Every domain's policy speaks these words. */
export * from './access-level.js'
export * from './instance-policy.js'
export * from './principal.js'
