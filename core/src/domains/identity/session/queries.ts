import type { Instant } from '../../../kernel/index.js'

/** A session in the read model. */
export interface SessionRow {
  /** Digest of the cookie's secret. */
  readonly digest: string
  readonly userId: number
  readonly expiresAt: Instant
  readonly twoFactor: boolean
  /** When the user authenticated. */
  readonly authenticatedAt: Instant
  /** Until when it is in admin mode; null where it is not. */
  readonly adminUntil: Instant | null
}

/** The queries of sessions. */
export interface SessionQueries {
  /** Undefined once ended. */
  readonly byDigest: (digest: string) => SessionRow | undefined
  readonly ofUser: (userId: number) => ReadonlyArray<SessionRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly sessions: SessionQueries
  }
}
