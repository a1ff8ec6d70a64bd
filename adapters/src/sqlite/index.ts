/** Ports on SQLite: the event log with its writer thread, snapshots, checkpoints, keys of personal data. */
export * from './checkpoints.js'
export type { Closable } from './closable.js'
export { isDamage, isStorageFailure, type Sharing } from './connection.js'
export * from './event-store.js'
export * from './folder-lock.js'
export { NewerSchema } from './migrations.js'
export * from './personal-data.js'
export * from './snapshots.js'
