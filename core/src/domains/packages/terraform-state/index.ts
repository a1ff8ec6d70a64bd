/** Terraform states of projects: their versions, and the lock of the client that changes them. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases/read.js'
export * from './use-cases/write.js'
