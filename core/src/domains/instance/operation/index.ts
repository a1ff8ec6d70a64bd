/** How the settings run the instance as a whole: maintenance mode, the host of private commit addresses, help texts, pictures, outgoing requests. */
export * from './commit-email-hostname.js'
export * from './help.js'
export * from './maintenance.js'
export * from './outbound.js'
export * from './pictures.js'
