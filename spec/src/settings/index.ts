/** Values for every setting, good and bad, made from the catalogue. */
export * from './values.js'
export * from './world.js'
