/** What jobs leave behind: traces and artifacts. */
export * from './aggregate.js'
export type * from './queries.js'
export * from './trace.js'
