/** CI files: how they are read, and which jobs they call for on which occasion. */
export * from './config.js'
export * from './duration.js'
export * from './expression.js'
export * from './glob.js'
export * from './planner.js'
export * from './read-config.js'
export * from './relations.js'
export * from './select-jobs.js'
