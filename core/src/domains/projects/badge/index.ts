/** Badges: small images with a link that projects show, their own and those of the groups above. */
export * from './aggregate.js'
export * from './placeholders.js'
export * from './queries.js'
export * from './use-cases.js'
