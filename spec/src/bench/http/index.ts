/** Benchmarks over real sockets: a server in a process of its own, the load from another. */
export * from './deployments.js'
