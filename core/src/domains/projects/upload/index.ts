/** Uploads: files that texts of a project lead to. */
export * from './aggregate.js'
export * from './file-name.js'
export * from './queries.js'
export * from './use-cases.js'
