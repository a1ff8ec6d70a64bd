/** Registration tokens of runners: one for each project, each group and the instance, until it is reset. */
export * from './aggregate.js'
export * from './queries.js'
export * from './token.js'
export * from './use-cases.js'
