/** Locks on files of repositories (Git LFS), for files that cannot be merged. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
