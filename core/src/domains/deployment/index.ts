/** Deployments: a commit put into an environment, its status, its approvals. */
export * from './approval.js'
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './queries.js'
export * from './state.js'
export * from './status.js'
export * from './use-cases/index.js'
