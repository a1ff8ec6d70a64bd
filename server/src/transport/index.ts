/** The ways in: each turns its own kind of request into ours and our response back. */
export * from './fetch.js'
export * from './listening.js'
export * from './node.js'
