/** The Forgefold server: compose an instance, give its handler to a transport or call it in-process. */
export * from './forgefold.js'
export type { HttpRequest } from './http/message.js'
export { behindProxies, type TrustedProxies, trustedProxies } from './http/trusted-proxies.js'
export * from './options.js'
export * from './transport/index.js'
