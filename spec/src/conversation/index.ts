/** One long conversation with an instance, recorded so that two instances can be compared answer by answer. */
export * from './conversation.js'
export * from './record.js'
