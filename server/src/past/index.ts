/** The instance as it was: what asks for a moment of the history, who may, and the moments that are open. Used by the composition. */
export { makeLookBack } from './look-back.js'
export { type Moment, Moments } from './moments.js'
export type { Place } from './place.js'
