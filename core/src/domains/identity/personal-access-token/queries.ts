import type { Scope } from '../../../access/principal.js'
import type { Day, Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'

export interface TokenRow {
  readonly id: number
  readonly userId: number
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly expiresAt: Day | null
  readonly impersonation: boolean
  readonly revoked: boolean
  readonly createdAt: Instant
  /** Accurate to ten minutes. */
  readonly lastUsedAt: Instant | null
}

export interface TokenFilter {
  readonly userId?: number | undefined
  /** Any of these users. */
  readonly userIds?: ReadonlyArray<number> | undefined
  readonly impersonation: boolean
  readonly revoked?: boolean | undefined
  readonly state?: 'active' | 'inactive' | undefined
  readonly createdAfter?: Instant | undefined
  readonly createdBefore?: Instant | undefined
  readonly lastUsedAfter?: Instant | undefined
  readonly lastUsedBefore?: Instant | undefined
  /** A part of the name. */
  readonly search?: string | undefined
  /** For `state`. */
  readonly today: Day
}

export interface PersonalAccessTokenQueries {
  readonly byId: (id: number) => TokenRow | undefined
  /** By the SHA-256 of the secret, hexadecimal. */
  readonly byDigest: (digest: string) => TokenRow | undefined
  /** By id. */
  readonly list: (filter: TokenFilter, page: PageRequest) => Page<TokenRow>
  /** Those that are not revoked and were made before the moment for a user who is not there. */
  readonly withoutUser: (before: Instant) => ReadonlyArray<Pick<TokenRow, 'id' | 'userId'>>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly personalAccessTokens: PersonalAccessTokenQueries
  }
}
