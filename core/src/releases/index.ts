/** The release table: what exists in which API release, with a file for each area. May be used by all. */
export * from './ci-variables.js'
export * from './lifespan.js'
export * from './release.js'
export * from './release-diff.js'
export type { ItemArea, ItemKind, ReleaseItem } from './release-item.js'
export * from './served.js'
export * from './table/index.js'
