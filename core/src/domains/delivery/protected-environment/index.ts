/** Protected environments: who may deploy, and which approvals are required. */
export * from './access-levels.js'
export * from './aggregate.js'
export * from './facts.js'
export * from './policy.js'
export * from './queries.js'
export * from './use-cases/index.js'
