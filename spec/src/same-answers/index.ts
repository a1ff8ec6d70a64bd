/** Every answer that tests get over HTTP, recorded, so that an instance on one store can be held against one on another. */
export * from './compare.js'
export * from './exchange.js'
export * from './recorder.js'
