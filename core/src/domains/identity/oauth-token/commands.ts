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
      /** Undefined: the same as before. */
      readonly scopes: ReadonlyArray<Scope> | undefined
      /** Absent is accepted, another one is not. */
      readonly redirectUri: string | undefined
      readonly challengeOfVerifier: string | undefined
      readonly accessDigest: string
      readonly refreshDigest: string
      readonly lifetime: number | null
      readonly at: Instant
    }
  | { readonly type: 'Revoke'; readonly at: Instant }
  /** Gives an expiry to a token without one, which release 15.0 and later do not have. */
  | { readonly type: 'GiveExpiry'; readonly lifetime: number; readonly at: Instant }
