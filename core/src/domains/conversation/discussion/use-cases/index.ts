export * from '../steps/note-texts.js'
export * from './notes.js'
export * from './read.js'
export * from './resolving.js'
