/** How much there is in projects and groups: commits, and bytes by what takes them. */
export * from './statistics.js'
