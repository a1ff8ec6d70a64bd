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

/** What can be asked of OAuth tokens. */
export interface OAuthTokenQueries {
  readonly byAccessDigest: (digest: string) => OAuthTokenRow | undefined
  readonly byRefreshDigest: (digest: string) => OAuthTokenRow | undefined
  /** Whether the user has a living token of the application with all these scopes. */
  readonly consented: (userId: number, applicationId: number, scopes: ReadonlyArray<Scope>) => boolean
  /** Families of the user that are alive, with the application; for the page of authorized applications. */
  readonly ofUser: (userId: number) => ReadonlyArray<OAuthTokenRow>
  readonly ofApplication: (applicationId: number) => ReadonlyArray<OAuthTokenRow>
  /** Families without an expiry. */
  readonly nonExpiring: () => ReadonlyArray<OAuthTokenRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly oauthTokens: OAuthTokenQueries
  }
}
