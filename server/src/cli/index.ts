/** The commands of `forgefold`. Only its entry point may enter. */
export * from './releases.js'
