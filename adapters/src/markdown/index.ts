/** Markdown to sanitised HTML. */

export * from './image-addresses.js'
export * from './markdown.js'
