/** Pipelines and their jobs: what the CI file calls for, and what is reported from outside. */
export * from './ci/index.js'
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './evolve.js'
export * from './progress.js'
export * from './state.js'
export * from './status.js'
