/** Golden data: what older versions wrote and answered, how it was made, and examples of every version of every event. */
export * from './crawl.js'
export * from './event-examples.js'
export * from './every-aggregate.js'
export * from './folder.js'
export * from './golden-events.js'
