import type { Scope } from '../../../access/index.js'

/** An application as its decider remembers it. */
export interface LiveApplication {
  readonly kind: 'live'
  readonly name: string
  readonly uid: string
  readonly secretDigest: string
  readonly redirectUris: ReadonlyArray<string>
  readonly scopes: ReadonlyArray<Scope>
  readonly confidential: boolean
  readonly trusted: boolean
  readonly ownerId: number | null
  readonly expiringTokens: boolean
}

export type OAuthApplicationState = { readonly kind: 'none' } | LiveApplication | { readonly kind: 'deleted' }
