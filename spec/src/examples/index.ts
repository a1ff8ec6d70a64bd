/** The code that the documents show, compiled here and run by tests. */
export * from './embedding.js'
export * from './eventstoredb-double.js'
