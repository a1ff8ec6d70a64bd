/** Terraform states of projects: their versions, and the lock of who is changing them. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases/read.js'
export * from './use-cases/write.js'
