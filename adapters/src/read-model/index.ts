/** The read model on SQLite: projections fill its tables, queries read them. */

export * from './engine/batched-transaction.js'
export * from './engine/check-rows.js'
export * from './engine/checkpoint-guard.js'
export * from './engine/database.js'
export * from './engine/open.js'
export * from './engine/paging.js'
export * from './engine/projection.js'
export * from './engine/projector.js'
export * from './engine/read-model-copies.js'
export { SharedRows } from './engine/shared-rows.js'
export * from './projects/index.js'
export { projections } from './registry.js'
