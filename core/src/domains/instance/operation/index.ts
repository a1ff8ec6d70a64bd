/** How the settings run the instance as a whole: maintenance mode, help texts, and hosts: of pictures, of outgoing requests, of private commit addresses. */
export * from './help.js'
export * from './hosts.js'
export * from './maintenance.js'
