/** Protected branches: who may push, merge and unprotect. */
export * from './access-levels.js'
export * from './aggregate.js'
export * from './default-protection.js'
export * from './policy.js'
export * from './queries.js'
export * from './reactors.js'
export * from './ref-rules.js'
export * from './use-cases/index.js'
