/** Generators of valid and invalid values for every setting, from the catalogue. */
export * from './bad-values.js'
export * from './values.js'
export * from './world.js'
