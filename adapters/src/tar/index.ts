/** Reading a single small file out of packed tar archives. */
export * from './packed-file.js'
