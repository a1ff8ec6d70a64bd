/** Authentication: credentials of a request to a principal, with a cache of tokens that revocation empties. Used by the HTTP pipeline and git. */
export * from './authenticator.js'
export * from './deploy-tokens.js'
export * from './job-tokens.js'
export * from './oauth-tokens.js'
export * from './presented-credentials.js'
export * from './revocation-freshness.js'
export * from './sessions.js'
export * from './token-kind.js'
