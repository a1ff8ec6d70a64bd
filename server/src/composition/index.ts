/** The composition root: wires adapters to ports, opens and closes an instance. */

export * from './composition-options.js'
export { decodeEvent, eventCatalogues, type KnownEvent, knownNames } from './event-catalogues.js'
export * from './forgefold.js'
export * from './forgefold-options.js'
export { nameDeclarations } from './name-declarations.js'
export * from './ports.js'
export * from './running-forgefold.js'
