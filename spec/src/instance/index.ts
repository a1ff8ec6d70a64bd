/** A whole instance in memory, for tests that ask it over HTTP without a socket. */
export * from './chosen-store.js'
export * from './eventually.js'
export * from './instance.js'
