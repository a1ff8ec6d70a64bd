/** Approval rules: who has to approve merge requests, and how many approvals are required. */
export * from './aggregate.js'
export * from './queries.js'
export * from './rule.js'
export * from './rule-verdict.js'
export * from './use-cases/index.js'
