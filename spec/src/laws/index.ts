/** The contract tests (laws) of the ports: one suite for each port, run against every adapter. */
export * from './blob-laws.js'
export * from './durability-laws.js'
export type { DurablePort } from './durable-port.js'
export * from './event-store/index.js'
export * from './git/index.js'
export type { Case, Law, Traits } from './law.js'
