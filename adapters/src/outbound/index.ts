/** HTTP requests to other hosts, and the check of allowed addresses. */
export { mayReach } from './local-addresses.js'
export * from './outbound.js'
