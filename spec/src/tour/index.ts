/** A tour of a running server with a real API client and git. */
export type { TourOptions } from './journey.js'
export * from './server.js'
export { takeTour } from './tour.js'
