/** Changelogs of projects, generated from trailers of commits. */
export * from './render.js'
export * from './use-cases.js'
export * from './versions.js'
