export * from './change.js'
export * from './closers.js'
export * from './create.js'
export * from './read.js'
