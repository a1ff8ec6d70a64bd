/** Positions: where in the diff of a merge request something is said. */
export * from './line-map.js'
export * from './position.js'
