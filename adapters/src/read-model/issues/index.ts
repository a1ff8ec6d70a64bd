/** Issues in the read model. */
export { issues } from './issues.js'
