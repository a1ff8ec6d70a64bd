/** The settings that run the instance as a whole: maintenance mode, help texts, and hosts of images, outgoing requests and private commit addresses. */
export * from './help.js'
export * from './hosts.js'
export * from './maintenance.js'
