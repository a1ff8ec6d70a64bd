/** The decider scenario, the laws of aggregates, and stores with faults. */
export { type Random, randomFrom } from '../laws/random.js'
export * from './aggregate-laws.js'
export * from './decider-scenario.js'
export * from './declared-names-law.js'
export * from './generated-events.js'
export { PUBLIC_KEYS } from './public-keys.js'
export * from './troubled-store.js'
