/** Limits on requests: throttles by address and user, and how often an action may be done. */
export * from './action-limits.js'
export * from './throttle-rules.js'
