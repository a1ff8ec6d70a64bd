/** Names of environments: the tier that a name suggests, and patterns of names. */
export * from './scope.js'
export * from './tier.js'
