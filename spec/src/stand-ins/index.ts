/** Other tools for testing clients of an API, measured with the same requests. */
export { type Answers, standInsTable, type Tried, withTable } from './table.js'
