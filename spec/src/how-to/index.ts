/** Pages of `docs/how-to` that add code, parsed into steps and followed in a copy of the sources. */
export * from './scratch-copy.js'
export * from './steps.js'
