/** The names of emoji and what else they are called. */
export * from './emoji-names.js'
