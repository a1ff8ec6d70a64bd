/** HTTP requests to other hosts, and the check of where they may go. */
export * from './outbound.js'
