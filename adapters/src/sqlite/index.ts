/** Ports on SQLite files: the event log with its writer thread, and what is kept beside it. */
export * from './event-store.js'
