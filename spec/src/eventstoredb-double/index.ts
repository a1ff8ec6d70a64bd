/** EventStoreDB in this process: real gRPC for the real client, the rules of the real server, and knobs for what goes wrong. */
export type { DoubleOptions, EventStoreDbDouble, SeenCall } from './double.js'
export { startEventStoreDbDouble } from './double.js'
export type { AppendFault, ReadFault } from './faults.js'
export { Faults } from './faults.js'
export { DEFAULT_MAX_APPEND_SIZE, EventLog } from './log.js'
export type { Decision, ExpectedRevision, LogRecord, ProposedEvent } from './record.js'
export type { Address, Refusal } from './refusal.js'
