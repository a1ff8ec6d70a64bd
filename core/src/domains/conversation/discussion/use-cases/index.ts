export * from '../steps/note-texts.js'
export * from './note-access.js'
export * from './notes.js'
export * from './resolving.js'
