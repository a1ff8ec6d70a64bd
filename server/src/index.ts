/** The Forgefold server: compose an instance, and pass its handler to a transport or call it in-process. */

export * from './composition/composition-options.js'
export * from './composition/forgefold.js'
export * from './composition/forgefold-options.js'
export * from './composition/ports.js'
export * from './composition/running-forgefold.js'
export * from './embedding/index.js'
export type { HttpRequest } from './http/message.js'
export { behindProxies, type TrustedProxies, trustedProxies } from './http/trusted-proxies.js'
export * from './transport/index.js'
