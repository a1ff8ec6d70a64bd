/** The release dial: what exists in which API release, from one table. Everybody may enter. */
export * from './lifespan.js'
export * from './release.js'
