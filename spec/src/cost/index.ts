/** The law of cost: nothing that a client sends costs more than its size. `npm run cost` measures it. */
export * from './block.js'
export * from './measure.js'
export * from './parsers.js'
export * from './routes.js'
export * from './shapes.js'
