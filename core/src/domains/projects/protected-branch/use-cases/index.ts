export * from '../steps/record-protection.js'
export * from './one-branch.js'
export * from './protections.js'
