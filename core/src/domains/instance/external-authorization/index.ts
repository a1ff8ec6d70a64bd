/** The external authorization service: who may reach projects of which classification label. */
export * from './external-authorization.js'
export * from './rules.js'
