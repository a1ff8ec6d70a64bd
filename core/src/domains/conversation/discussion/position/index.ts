/** Positions of discussions in the diff of a merge request. */
export * from './line-map.js'
export * from './position.js'
