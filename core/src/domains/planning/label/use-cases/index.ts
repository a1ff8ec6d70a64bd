export * from './change.js'
export * from './create.js'
export * from './read.js'
export * from './resolve.js'
