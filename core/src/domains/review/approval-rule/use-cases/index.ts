export { type NamedApprovers, seesGroup } from '../steps/named-approvers.js'
export * from './project-rules.js'
