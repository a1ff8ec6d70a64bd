/** System notes and resource events of merge requests and issues, derived from their events. */
export * from './activity.js'
export * from './number.js'
export * from './of-issues.js'
export * from './of-merge-requests.js'
export * from './queries.js'
export * from './text.js'
export * from './use-cases.js'
