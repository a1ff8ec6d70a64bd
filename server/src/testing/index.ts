/** A forge for tests: started in milliseconds, seeded, reset, forked, and made to fail on demand. */
export type { Actor } from './actor.js'
export type { EventLog, EventMark } from './event-log.js'
export type { ArrangedFault, Fault, FaultControl } from './faults.js'
export type { LoggedRequest, RequestLog } from './request-log.js'
export * from './seed/index.js'
export { startForge } from './start-forge.js'
export type { NewUser, Snapshot, StartOptions, TestClock, TestForge } from './test-forge.js'
export type { UnimplementedMode } from './unimplemented-mode.js'
