/** Other servers of deployments, sent the same requests. */
export { deploymentsApp } from './fastify-app.js'
export { type Rates, rateTable } from './table.js'
