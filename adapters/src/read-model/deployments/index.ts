/** Deployments in the read model. */
export { deployments } from './deployments.js'
