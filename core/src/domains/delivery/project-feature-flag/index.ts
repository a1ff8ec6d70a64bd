/** Feature flags of projects: which features deployed software has enabled, and for whom. */
export * from './aggregate.js'
export * from './queries.js'
export * from './strategy.js'
export * from './use-cases.js'
export type { WantedScope, WantedStrategy } from './wanted-strategies.js'
