export * from './ensure.js'
export * from './read.js'
export * from './write.js'
