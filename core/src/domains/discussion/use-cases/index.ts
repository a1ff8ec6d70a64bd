export * from './noteable.js'
export * from './notes.js'
export * from './texts.js'
