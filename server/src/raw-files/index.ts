/** Raw files as the pages serve them: `/group/project/-/raw/main/file`. Used by the composition. */
export * from './mount.js'
