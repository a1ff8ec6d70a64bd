/** How often each documented write waits for the event store in a row. */
export { type CountedRounds, countRounds } from './count.js'
export { documentedWrites, type Write } from './writes.js'
