/** Pages made on the server; they work without scripts. The composition may enter. */
export * from './deprecations.js'
