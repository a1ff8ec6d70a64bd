/** Locks on files of repositories (Git LFS): who is working on what cannot be merged. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
