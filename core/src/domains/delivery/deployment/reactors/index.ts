export * from './jobs.js'
export * from './outcomes.js'
export * from './remains.js'
