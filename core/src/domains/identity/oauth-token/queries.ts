import type { Scope } from '../../../access/index.js'
import type { Instant } from '../../../kernel/index.js'

/** An access or refresh token found by its digest. */
export interface OAuthTokenRow {
  readonly familyId: number
  readonly applicationId: number | null
  readonly userId: number | null
  readonly scopes: ReadonlyArray<Scope>
  readonly issuedAt: Instant
  readonly expiresAt: Instant | null
  /** Revoked, or replaced by a refresh. */
  readonly dead: boolean
}

/** The queries of OAuth tokens. */
export interface OAuthTokenQueries {
  readonly byAccessDigest: (digest: string) => OAuthTokenRow | undefined
  readonly byRefreshDigest: (digest: string) => OAuthTokenRow | undefined
  /** Whether the user has a valid token of the application with all these scopes. */
  readonly consented: (userId: number, applicationId: number, scopes: ReadonlyArray<Scope>) => boolean
  /** Valid families of the user with their application; for the page of authorized applications. */
  readonly ofUser: (userId: number) => ReadonlyArray<OAuthTokenRow>
  readonly ofApplication: (applicationId: number) => ReadonlyArray<OAuthTokenRow>
  /** The codes that the user gave an application and that have not expired, by their digests; redeemed ones too. */
  readonly recentCodes: (userId: number, applicationId: number, now: Instant) => ReadonlyArray<string>
  /** Families without an expiry. */
  readonly nonExpiring: () => ReadonlyArray<OAuthTokenRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly oauthTokens: OAuthTokenQueries
  }
}
