/** Deployments in the read model. */
export { deployments } from './projection.js'
