export * from './create.js'
export * from './finish.js'
