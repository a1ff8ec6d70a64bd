/** The bytes of files as the pages serve them: `/group/project/-/raw/main/file`. Only the composition may enter. */
export * from './mount.js'
