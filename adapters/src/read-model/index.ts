/** The read model on SQLite: projections fill it, queries answer from it. */
export * from './belonging.js'
export * from './database.js'
export * from './open.js'
export * from './paging.js'
export * from './places/index.js'
export * from './projection.js'
export * from './projector.js'
export { projections } from './registry.js'
