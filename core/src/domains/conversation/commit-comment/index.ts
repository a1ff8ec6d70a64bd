/** Comments on commits and on lines of their diffs. */
export * from './aggregate.js'
export * from './discussions.js'
export * from './queries.js'
export * from './use-cases.js'
