/** Draft notes on merge requests, visible to their authors only until they are published. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases/change.js'
export * from './use-cases/publish.js'
export * from './use-cases/read.js'
