/** Requests that the instance makes itself, and where they may go. */
export * from './outbound.js'
