/** The release dial: what exists in which API release, from one table. Everybody may enter. */
export * from './ci-variables.js'
export * from './lifespan.js'
export * from './release.js'
export * from './release-diff.js'
export type { ItemArea, ItemKind, ReleaseItem } from './release-item.js'
export * from './served.js'
export * from './table.js'
