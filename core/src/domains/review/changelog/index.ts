/** Changelogs of projects, made of what commits say in their trailers. */
export * from './render.js'
export * from './use-cases.js'
export * from './versions.js'
