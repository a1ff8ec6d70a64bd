/** Storms: server processes under load while they are killed, and while the store between them fails. */

export * from './crash-points.js'
export * from './cuttable-proxy.js'
export * from './kills.js'
export * from './servers.js'
export * from './steady-load.js'
export * from './storm.js'
export * from './verdict.js'
