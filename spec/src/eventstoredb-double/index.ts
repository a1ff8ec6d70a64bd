/** An EventStoreDB server in this process: real gRPC, the rules of the real server, and faults on demand. */
export type { DoubleOptions, EventStoreDbDouble, SeenCall } from './double.js'
export { startEventStoreDbDouble } from './double.js'
export type { AppendFault, ReadFault } from './faults.js'
export { Faults } from './faults.js'
export { DEFAULT_MAX_APPEND_SIZE, EventLog } from './log.js'
export type { Decision, ExpectedRevision, LogRecord, ProposedEvent } from './record.js'
export type { Address, Refusal } from './refusal.js'
