/** Browser sessions of signed-in users. */
export * from './aggregate.js'
export * from './instance-rules.js'
export * from './queries.js'
export * from './use-cases.js'
