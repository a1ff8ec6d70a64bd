export { type NamedApprovers, seesGroup } from '../steps/named-approvers.js'
export * from './merge-request-rules.js'
export * from './project-rules.js'
