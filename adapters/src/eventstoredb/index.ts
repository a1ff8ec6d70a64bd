/** The event store on EventStoreDB, over its Node client; works around that client's defects. */
export type { EventStoreDbOptions } from './event-store.js'
export { openEventStoreDb } from './event-store.js'
export { type EventStoreDbProbe, probeEventStoreDb } from './probe.js'
export type { HostReachability } from './probe-host.js'
