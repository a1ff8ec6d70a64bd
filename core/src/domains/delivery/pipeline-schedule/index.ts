/** Pipeline schedules, which create pipelines at the times of a cron expression. */
export * from './aggregate.js'
export type * from './queries.js'
export * from './use-cases/change.js'
export * from './use-cases/find.js'
export * from './use-cases/run.js'
export * from './use-cases/variables.js'
