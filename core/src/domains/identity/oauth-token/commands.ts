import type { Scope } from '../../../access/index.js'
import type { Instant } from '../../../kernel/index.js'
import type { GrantType } from './events.js'

export type OAuthTokenCommand =
  | {
      readonly type: 'Issue'
      readonly grant: GrantType
      readonly applicationId: number | null
      readonly userId: number | null
      readonly scopes: ReadonlyArray<Scope>
      readonly accessDigest: string
      readonly refreshDigest: string | null
      /** Seconds; null: never. */
      readonly lifetime: number | null
      readonly redirectUri: string | null
      readonly codeChallenge: string | null
      readonly authenticatedAt: Instant | null
      readonly at: Instant
    }
  | {
      readonly type: 'Refresh'
      readonly applicationId: number | null
      /** Digest of the refresh token presented. */
      readonly presented: string
      /** Undefined: unchanged. */
      readonly scopes: ReadonlyArray<Scope> | undefined
      /** May be omitted, but must not differ. */
      readonly redirectUri: string | undefined
      readonly challengeOfVerifier: string | undefined
      readonly accessDigest: string
      readonly refreshDigest: string
      readonly lifetime: number | null
      readonly at: Instant
    }
  | { readonly type: 'Revoke'; readonly at: Instant }
  /** Gives an expiry to a token without one; releases from 15.0 on have no such tokens. */
  | { readonly type: 'GiveExpiry'; readonly lifetime: number; readonly at: Instant }
