/** CI files: YAML to plain data, and the planner that reads them in worker threads. */
export * from './ci-file.js'
export * from './ci-planner.js'
