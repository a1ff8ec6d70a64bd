/** Issue links: relations between issues. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
