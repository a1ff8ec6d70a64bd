export * from './create.js'
export * from './read-config.js'
export * from './report-status.js'
