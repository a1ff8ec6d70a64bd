export * from './descriptions.js'
export * from './notes.js'
export type { Outcome } from './plan.js'
