import type { Scope } from '../../../access/index.js'
import type { Instant } from '../../../kernel/index.js'

export interface GivenGrant {
  readonly kind: 'granted'
  readonly applicationId: number
  readonly userId: number
  readonly redirectUri: string
  readonly scopes: ReadonlyArray<Scope>
  readonly codeChallenge: string | null
  readonly nonce: string | null
  readonly authenticatedAt: Instant | null
  readonly expiresAt: Instant
  /** The token family it was redeemed for. */
  readonly familyId: number | null
  readonly replayed: boolean
}

export type AuthorizationGrantState = { readonly kind: 'none' } | GivenGrant
