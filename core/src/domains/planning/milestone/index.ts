/** Milestones of projects and groups. */
export * from './aggregate.js'
export * from './facts.js'
export * from './milestone-filter.js'
export * from './queries.js'
export * from './use-cases/change.js'
export * from './use-cases/create.js'
export * from './use-cases/promote.js'
export * from './use-cases/read.js'
