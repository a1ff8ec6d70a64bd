/** A long recorded exchange with an instance, for comparing two instances answer by answer. */
export * from './conversation.js'
export * from './record.js'
