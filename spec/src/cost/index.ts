/** Checks that the cost of client input grows no faster than its size (`npm run cost`). */
export * from './block.js'
export * from './large-pipelines.js'
export * from './measure.js'
export * from './members.js'
export * from './parsers.js'
export * from './routes.js'
export * from './shapes.js'
