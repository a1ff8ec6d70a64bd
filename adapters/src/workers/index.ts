/** Worker threads for work that cannot be interrupted: a thread that exceeds its deadline is ended and replaced. */
export * from './serve.js'
export * from './thread-pool.js'
