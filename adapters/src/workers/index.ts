/** Worker threads for work that cannot be interrupted: a thread that is late is ended, and another takes its place. */
export * from './serve.js'
export * from './thread-pool.js'
