/** Suggestions: other lines for those that a note stands on. */
export * from './commit-message.js'
export * from './lines.js'
export * from './suggested-blocks.js'
export * from './suggestion.js'
