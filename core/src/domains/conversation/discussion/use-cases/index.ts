export * from './note-access.js'
export * from './notes.js'
export * from './resolving.js'
export * from './texts.js'
