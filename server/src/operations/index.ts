/** Health, metrics and logs. */
export * from './clock.js'
export * from './health.js'
export * from './log.js'
export * from './metrics.js'
export * from './observed-event-store.js'
export * from './request-log.js'
export * from './request-tally.js'
export * from './uncaught-errors.js'
