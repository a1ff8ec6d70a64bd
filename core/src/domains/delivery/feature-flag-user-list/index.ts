/** Lists of users for whom feature flags of projects can be enabled. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
