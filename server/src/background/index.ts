/** What the instance does by itself, by the clock. Only the composition may enter. */
export * from './daily.js'
export * from './leader.js'
export * from './package-collection.js'
export * from './repository-checks.js'
