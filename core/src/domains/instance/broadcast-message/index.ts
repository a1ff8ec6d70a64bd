/** Broadcast messages of administrators to all users of the instance. */
export {
  BROADCAST_TYPES,
  type BroadcastMessageChanges,
  type BroadcastMessageCommand,
  type BroadcastMessageEvent,
  type BroadcastMessageState,
  broadcastMessage,
} from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
