/** Namespaces: where projects live, and what their paths may be. */
export * from './path.js'
export * from './queries.js'
export * from './reserved-names.js'
