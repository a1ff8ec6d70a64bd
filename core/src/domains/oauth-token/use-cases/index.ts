export * from './grants.js'
export * from './issue.js'
export * from './revoke.js'
