export { type Outcome, quickActions } from '../steps/execute-actions.js'
export * from './notes.js'
