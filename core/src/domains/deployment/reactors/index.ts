export * from './jobs.js'
export * from './outcomes.js'
