/** Statistics of projects and groups: commits, and storage by its use. */
export * from './statistics.js'
