/** Reads of the instance as of a past moment: which requests ask for one, who may, and the pool of read-only forges. Used by the composition. */
export { makeAsOfReads } from './as-of-reads.js'
export { type HistoricalForge, HistoricalForgePool } from './historical-forge-pool.js'
export { callerKey } from './request-queue.js'
