/** Reading single files out of zip archives, as streams. */
export type { Wanted } from './directory.js'
export * from './zip-entry.js'
