/** Who calls, with which scopes, what the roles are called, and who may do what. Every domain's policy speaks these words. */
export * from './access-level.js'
export * from './features.js'
export * from './group-policy.js'
export * from './instance-policy.js'
export * from './principal.js'
export * from './project-abilities.js'
export * from './project-policy.js'
export * from './tier.js'
