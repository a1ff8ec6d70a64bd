/** Draft notes on merge requests: seen by their authors alone, until they are published. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases/change.js'
export * from './use-cases/publish.js'
export * from './use-cases/read.js'
