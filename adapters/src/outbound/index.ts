/** HTTP requests to other hosts, and the check of where they may go. */
export { mayReach } from './local-addresses.js'
export * from './outbound.js'
