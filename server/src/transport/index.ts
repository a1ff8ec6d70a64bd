/** Transports: uWebSockets.js, `node:http`, and `fetch(Request)`, each mapped to the same handler. */
export * from './choose.js'
export { asFetch } from './fetch.js'
export * from './listening.js'
export * from './node.js'
export { nodeListener } from './node-listener.js'
export * from './uws.js'
export { type Binding, uwsBinding } from './uws-binding.js'
