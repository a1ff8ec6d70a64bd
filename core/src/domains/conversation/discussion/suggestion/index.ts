/** Suggestions: replacements for the lines that a note is about. */
export * from './commit-message.js'
export * from './lines.js'
export * from './suggested-blocks.js'
export * from './suggestion.js'
