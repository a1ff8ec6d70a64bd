/** Which users follow which. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
