/** Reads CI files: YAML into plain data. */
export * from './ci-file.js'
