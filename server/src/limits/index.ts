/** Limits in front of and behind the doors: throttles, maintenance, addresses, searches. The composition may enter. */

export * from './caller.js'
export * from './certainty.js'
export * from './downloads.js'
export * from './fixed-windows.js'
export * from './guard.js'
export * from './guessing.js'
export * from './maintenance.js'
export * from './throttle.js'
