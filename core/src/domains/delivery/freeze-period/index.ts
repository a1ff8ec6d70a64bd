/** Freeze periods: times, again and again, in which nothing is to be deployed; jobs are told by `CI_DEPLOY_FREEZE`. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
