/** The composition root: ports tied to adapters, an instance assembled and closed. Only the entry points of the server may enter. */
export * from './forgefold.js'
export * from './options.js'
