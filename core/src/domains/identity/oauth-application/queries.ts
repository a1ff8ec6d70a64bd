import type { Instant } from '../../../kernel/index.js'
import type { LiveApplication } from './aggregate.js'

/** An application in the read model. */
export interface OAuthApplicationRow extends Omit<LiveApplication, 'kind'> {
  readonly id: number
  readonly createdAt: Instant
}

/** The queries of OAuth applications. */
export interface OAuthApplicationQueries {
  readonly find: (id: number) => OAuthApplicationRow | undefined
  readonly byUid: (uid: string) => OAuthApplicationRow | undefined
  /** By id, the first `limit` behind an id; null: those of the whole instance. */
  readonly ownedBy: (ownerId: number | null, after: number, limit: number) => ReadonlyArray<OAuthApplicationRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly oauthApplications: OAuthApplicationQueries
  }
}
