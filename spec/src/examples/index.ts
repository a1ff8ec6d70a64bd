/** The code shown in documents, compiled here and run by tests. */
export * from './audit.js'
export * from './embedding.js'
export * from './eventstoredb-double.js'
export * from './label-as-decider.js'
export * from './label-in-eventstoredb.js'
export * from './lines-event-store.js'
export * from './test-a-client.js'
