/** Activity: what the forge itself tells about merge requests and issues, made of what happened to them. */
export * from './activity.js'
export * from './number.js'
export * from './of-issues.js'
export * from './of-requests.js'
export * from './queries.js'
export * from './references.js'
export * from './text.js'
export * from './use-cases.js'
