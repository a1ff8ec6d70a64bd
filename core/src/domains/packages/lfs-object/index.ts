/** Large files of repositories (Git LFS): which project holds which, by the SHA-256 of their bytes. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
