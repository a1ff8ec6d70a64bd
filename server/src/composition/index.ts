/** The composition root: wires adapters to ports, opens and closes an instance. */
export * from './forgefold.js'
export { nameDeclarations } from './name-declarations.js'
export * from './options.js'
