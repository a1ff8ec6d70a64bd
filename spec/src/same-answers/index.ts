/** Records every HTTP answer that tests get, to compare an instance on one store with one on another. */
export * from './compare.js'
export * from './exchange.js'
export * from './recorder.js'
export * from './zip-times.js'
