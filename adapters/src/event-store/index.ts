/** Shared by the embedded event stores: the check of expected revisions, the encoding of events, the feed to subscribers. */

export * from './append-decision.js'
export * from './encoded-event.js'
export * from './event-filter.js'
export * from './expected-revision.js'
export * from './feed.js'
export type { Page, ReadPage } from './feed-reader.js'
export * from './reads.js'
