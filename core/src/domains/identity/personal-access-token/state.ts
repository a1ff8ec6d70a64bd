import type { Scope } from '../../../access/principal.js'
import type { Day, Instant } from '../../../kernel/index.js'

/** A token as its decider remembers it. */
export interface IssuedToken {
  readonly kind: 'issued'
  readonly userId: number
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly expiresAt: Day | null
  readonly digest: string
  readonly impersonation: boolean
  readonly revoked: boolean
  readonly usedAt: Instant | null
}

export type PersonalAccessTokenState = { readonly kind: 'none' } | IssuedToken
