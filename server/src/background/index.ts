/** Background jobs: daily and hourly work, run by one server at a time. Used by the composition. */
export * from './daily.js'
export * from './leader.js'
export * from './package-collection.js'
export * from './repository-checks.js'
