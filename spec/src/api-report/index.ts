/** Reports of what the published packages show to those who install them. */
export { declarationsOf } from './declarations.js'
export { apiReport, REPORTED } from './report.js'
