/** Badges: small pictures with a link that projects show, of their own and of the groups above. */
export * from './aggregate.js'
export * from './placeholders.js'
export * from './queries.js'
export * from './use-cases.js'
