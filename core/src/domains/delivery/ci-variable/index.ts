/** CI/CD variables of projects, groups and the instance; their values are sealed. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
