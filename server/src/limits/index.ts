/** Throttles, maintenance mode, limits on addresses and on guessing. Used by the composition. */

export * from './bounded-counts.js'
export * from './external-authorization.js'
export * from './fixed-windows.js'
export * from './fresh-revocations.js'
export * from './guess-limiter.js'
export * from './guessed-token.js'
export * from './maintenance.js'
export * from './network.js'
export * from './request-caller.js'
export * from './settings-guard.js'
export * from './throttle.js'
export * from './unique-addresses.js'
