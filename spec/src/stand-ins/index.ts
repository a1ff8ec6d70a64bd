/** What people test clients of an API against, asked the same questions. */
export { type Answers, standInsTable, type Tried, withTable } from './table.js'
