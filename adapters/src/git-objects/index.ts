/** Git's object model: ids, commits, trees, tags and how file actions change a tree. The git adapter stands on it. */
export * from './commit.js'
export * from './edit-tree.js'
export * from './hash.js'
export * from './order.js'
export * from './signature.js'
export * from './text.js'
export * from './tree.js'
export * from './walk-path.js'
