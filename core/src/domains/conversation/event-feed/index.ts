/** Event feeds: what users did in projects. */
export * from './instance-rules.js'
export * from './push-summary.js'
export * from './queries.js'
export * from './use-cases.js'
