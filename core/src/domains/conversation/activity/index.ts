/** System notes and resource events of merge requests and issues, derived from their events. */
export * from './activity.js'
export * from './activity-number.js'
export * from './issue-activity.js'
export * from './merge-request-activity.js'
export * from './queries.js'
export * from './system-text.js'
export * from './use-cases.js'
