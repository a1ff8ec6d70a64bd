/** Stars of users for projects. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
