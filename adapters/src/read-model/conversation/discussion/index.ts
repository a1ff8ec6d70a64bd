/** Discussions and notes in the read model. */
export { discussions } from './projection.js'
