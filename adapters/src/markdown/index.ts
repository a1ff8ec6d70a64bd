/** Markdown to sanitised HTML. */
export * from './markdown.js'
