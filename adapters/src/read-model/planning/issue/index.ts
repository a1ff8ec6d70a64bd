/** Issues in the read model. */
export { issues } from './projection.js'
