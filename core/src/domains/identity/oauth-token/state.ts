import type { Scope } from '../../../access/index.js'
import type { Instant } from '../../../kernel/index.js'
import type { GrantType } from './events.js'

/** A family of tokens, in which each pair replaces the one before; only the last pair is valid. */
export interface LiveTokenFamily {
  readonly kind: 'live'
  readonly grant: GrantType
  readonly applicationId: number | null
  readonly userId: number | null
  /** The scopes to which the user consented, or the subset that the last refresh requested: a refresh never extends them. */
  readonly scopes: ReadonlyArray<Scope>
  readonly accessDigest: string
  readonly refreshDigest: string | null
  readonly issuedAt: Instant
  readonly expiresAt: Instant | null
  readonly redirectUri: string | null
  readonly codeChallenge: string | null
  readonly authenticatedAt: Instant | null
  readonly revoked: boolean
}

export type OAuthTokenState = { readonly kind: 'none' } | LiveTokenFamily
