/** The object model of git: ids, commits, trees, tags, and file actions applied to trees. Used by the git adapters. */

export * from './commit.js'
export * from './edit-tree.js'
export * from './hash.js'
export * from './in-turns.js'
export * from './object-text.js'
export * from './order.js'
export * from './signature.js'
export * from './tree.js'
export * from './walk-path.js'
