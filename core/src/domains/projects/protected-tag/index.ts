/** Protected tags: who may create them; they can never be updated. */
export * from './aggregate.js'
export * from './queries.js'
export * from './tag-rules.js'
export * from './use-cases/index.js'
