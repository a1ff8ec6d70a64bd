/** Names of environments: the slug and the tier that a name suggests, and patterns of names. */
export * from './scope.js'
export * from './slug.js'
export * from './tier.js'
