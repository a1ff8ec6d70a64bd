export * from './notes.js'
export { type Outcome, quickActions } from './plan.js'
