export * from './merge-request-rules.js'
export { type NamedApprovers, seesGroup } from './named-approvers.js'
export * from './project-rules.js'
