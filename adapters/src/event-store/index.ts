/** What the embedded event stores share: the expectation table, the encoding of events, and the feed to subscribers. */
export * from './encoded-event.js'
export * from './event-filter.js'
export * from './expectation.js'
export * from './feed.js'
