/** Everything the core offers; import a module by its subpath (`@forgefold/core/kernel`) to start faster. */
export * from './access/index.js'
export * from './app/index.js'
export * from './kernel/index.js'
export * from './ports/index.js'
