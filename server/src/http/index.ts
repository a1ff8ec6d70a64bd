/** Requests, responses, routes and parameters: HTTP without a transport. Everything in the server may enter. */
export * from './message.js'
export * from './params.js'
export * from './reply.js'
export * from './route.js'
