/** Interfaces of the event store, the read model, git, blobs and the rest of the outside. Adapters implement them, use cases call them. */
export * from './blobs.js'
export * from './checkpoints.js'
export * from './event-store.js'
export * from './git.js'
export * from './outbound.js'
export * from './read-model.js'
export * from './snapshots.js'
export * from './world.js'
