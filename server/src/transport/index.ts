/** The ways in: each turns its own kind of request into ours and our response back. */
export * from './choose.js'
export * from './fetch.js'
export * from './listening.js'
export * from './node.js'
export * from './uws.js'
export { type Binding, uwsBinding } from './uws-binding.js'
