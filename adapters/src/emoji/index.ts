/** Names and aliases of emoji. */
export * from './emoji-names.js'
