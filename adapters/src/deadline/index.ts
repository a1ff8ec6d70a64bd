/** Work of libraries that cannot be interrupted, ended when its time is over. */
export * from './deadline.js'
