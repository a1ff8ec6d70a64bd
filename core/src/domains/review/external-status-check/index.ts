/** External status checks: services outside that say of each merge request of a project whether it passes. */
export * from './aggregate.js'
export * from './external-url.js'
export * from './queries.js'
export * from './response.js'
export * from './steps/check-status.js'
export * from './use-cases.js'
