/** The rules of the house, checked on its sources: arrows, circles, purity, names, sizes, documents. */
export * from './finding.js'
export * from './house.js'
export * from './rulebook.js'
export { wrongWays } from './rules/contexts.js'
export { redrawn } from './rules/picture.js'
