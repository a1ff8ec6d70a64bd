/** Protected tags: who may create them; they are never moved. */
export * from './aggregate.js'
export * from './queries.js'
export * from './tag-rules.js'
export * from './use-cases/index.js'
