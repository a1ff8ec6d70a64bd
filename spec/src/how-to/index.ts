/** Pages of `docs/how-to` that add to the code, read as steps and followed in a copy of the sources. */
export * from './scratch-copy.js'
export * from './steps.js'
