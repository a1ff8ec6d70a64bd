/** The parser of CI files: YAML to plain data. */
export * from './ci-file.js'
