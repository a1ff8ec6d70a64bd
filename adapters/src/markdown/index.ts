/** Markdown to sanitised HTML. */
export * from './markdown.js'
export * from './pictures.js'
