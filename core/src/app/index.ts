/** The machinery every use case stands on: the command loop, numbers, reservations, reactors. */
export * from './aggregate-repository.js'
export * from './command-context.js'
export * from './forge.js'
export * from './numbers.js'
export * from './reactors.js'
export { RecencyCache } from './recency-cache.js'
export * from './reservation.js'
export * from './reservations.js'
