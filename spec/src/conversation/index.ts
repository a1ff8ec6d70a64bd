/** A long recorded exchange with an instance, for comparing two instances response by response. */
export * from './conversation.js'
export * from './record.js'
