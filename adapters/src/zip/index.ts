/** Reading single files out of zip archives, as streams. */
export * from './entry.js'
