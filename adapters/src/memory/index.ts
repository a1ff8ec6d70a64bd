/** Every port in memory, for tests and for embedding without a disk. */
export * from './event-store.js'
