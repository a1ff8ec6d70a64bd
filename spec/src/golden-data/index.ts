/** Golden data: a data folder that an older version wrote, how it was made, and what it answered. */
export * from './crawl.js'
export * from './every-aggregate.js'
export * from './folder.js'
