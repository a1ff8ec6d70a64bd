/** What the instance does by itself, by the clock. Only the composition may enter. */
export * from './daily.js'
export * from './duties.js'
export * from './every.js'
export * from './package-collection.js'
export * from './repository-checks.js'
