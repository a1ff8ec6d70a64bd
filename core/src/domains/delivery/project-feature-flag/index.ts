/** Feature flags of projects: which features deployed software has enabled, and for whom. */
export * from './aggregate.js'
export * from './queries.js'
export * from './strategy.js'
export type { StrategyInput, StrategyScopeInput } from './strategy-input.js'
export * from './use-cases.js'
