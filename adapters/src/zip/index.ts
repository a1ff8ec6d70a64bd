/** Reading single files out of zip archives, as streams, and the beginning of what is packed with gzip. */
export type { Wanted } from './directory.js'
export * from './gunzip.js'
export * from './zip-entry.js'
