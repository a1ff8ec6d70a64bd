/** What the forge tells about merge requests and issues, in the read model. */
export { activity } from './projection.js'
