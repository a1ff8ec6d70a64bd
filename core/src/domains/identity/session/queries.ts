import type { Instant } from '../../../kernel/index.js'

/** A session in the read model. */
export interface SessionRow {
  /** Digest of the cookie's secret. */
  readonly digest: string
  readonly userId: number
  readonly expiresAt: Instant
  readonly twoFactor: boolean
  /** When the user proved who they are. */
  readonly authenticatedAt: Instant
  /** Until when admin mode is entered; null where it is not. */
  readonly adminUntil: Instant | null
}

/** What can be asked of sessions. */
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
