/** Runners: outside programs that execute jobs, where they are registered, and which jobs they take. */
export type * from './commands.js'
export * from './decider.js'
export * from './events.js'
export type * from './queries.js'
export type * from './state.js'
export * from './status.js'
export type * from './steps/job-payload.js'
export * from './use-cases/index.js'
