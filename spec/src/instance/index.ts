/** A whole instance in memory, for tests that send requests without a socket. */
export * from './chosen-store.js'
export * from './eventually.js'
export * from './instance.js'
