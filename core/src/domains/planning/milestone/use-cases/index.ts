export * from '../facts.js'
export * from './change.js'
export * from './create.js'
export * from './read.js'
