/** Every port in memory, for tests and for embedding without a disk. */
export * from './blobs.js'
export * from './checkpoint-log.js'
export * from './checkpoints.js'
export * from './event-store.js'
export type { Forkable } from './forkable.js'
export * from './personal-data.js'
export * from './snapshots.js'
export * from './tree-tiles.js'
