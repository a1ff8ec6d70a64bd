/** Golden data: files and responses of older versions, how they were made, and examples of every version of every event. */
export { Browser } from './browser.js'
export * from './crawl.js'
export * from './event-examples.js'
export * from './every-aggregate.js'
export * from './folder.js'
export * from './golden-events.js'
