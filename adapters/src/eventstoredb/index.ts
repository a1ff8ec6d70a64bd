/** The event store on EventStoreDB, over its own client, with that client's defects walled off. */
export type { EventStoreDbOptions } from './event-store.js'
export { openEventStoreDb } from './event-store.js'
