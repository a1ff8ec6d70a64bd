/** Resource groups: resources that one job of a project at a time may have, and in which order the jobs get them. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
