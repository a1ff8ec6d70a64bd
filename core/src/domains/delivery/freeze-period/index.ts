/** Freeze periods: recurring times in which nothing should be deployed. Jobs see them as `CI_DEPLOY_FREEZE`. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
