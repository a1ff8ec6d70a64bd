/** Issue links: issues that have to do with each other. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
