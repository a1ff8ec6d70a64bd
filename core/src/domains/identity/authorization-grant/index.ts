/** Authorization grants: OAuth authorization codes, redeemed once (RFC 6749, RFC 7636). */

export * from './aggregate.js'
export * from './pkce.js'
export * from './use-cases.js'
