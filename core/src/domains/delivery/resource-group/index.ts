/** Resource groups: resources that one job of a project at a time may hold, and the order in which jobs get them. */
export * from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
