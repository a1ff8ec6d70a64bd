/** Feature flags of projects: what the software that is deployed has switched on, and for whom. */
export * from './aggregate.js'
export * from './queries.js'
export * from './strategy.js'
export * from './use-cases.js'
export type { WantedScope, WantedStrategy } from './wanted-strategies.js'
