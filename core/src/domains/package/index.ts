/** Packages: versions of packages with their files, as package managers publish and install them. */
export * from './commands.js'
export * from './decider.js'
export * from './events.js'
export * from './naming.js'
export * from './package-type.js'
export * from './state.js'
export * from './status.js'
