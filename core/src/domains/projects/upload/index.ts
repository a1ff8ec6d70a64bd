/** Uploads: files to which texts of a project link. */
export * from './aggregate.js'
export * from './file-name.js'
export * from './queries.js'
export * from './use-cases.js'
