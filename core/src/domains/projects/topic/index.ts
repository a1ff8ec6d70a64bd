/** Topics of projects, with a title and a description. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
