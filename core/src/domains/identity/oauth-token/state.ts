import type { Scope } from '../../../access/index.js'
import type { Instant } from '../../../kernel/index.js'
import type { GrantType } from './events.js'

/** A line of tokens, each pair following the one before; only the last pair is alive. */
export interface LiveTokenFamily {
  readonly kind: 'live'
  readonly grant: GrantType
  readonly applicationId: number | null
  readonly userId: number | null
  /** What the user consented to, or the part of it that the last refresh asked for: a refresh never goes beyond it. */
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
