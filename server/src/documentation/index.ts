/** The documentation of Forgefold as the server serves it. Used by the composition. */
export { documentationSite } from './site.js'
