/** A mixed load over several server processes while the store between them fails. */
export * from './cuttable-wire.js'
export * from './servers.js'
export * from './storm.js'
export * from './verdict.js'
