import type { Credential, DeployTokenHolder } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import type { Instant, Rejection, StoredEvent } from '@forgefold/core/kernel'

/** A token that was found by its digest. */
export interface FoundToken {
  readonly credential: Credential
  /** Whom it acts for; undefined for a token without a user (a deploy token). */
  readonly userId: number | undefined
  readonly isExpired: (now: Instant) => boolean
  readonly revoked: boolean
  /** The last use that is known; null: none. Missing where uses are not noted. */
  readonly usedAt?: Instant | null
  /** Of a deploy token: what it opens, and the user name that goes with it. */
  readonly deploy?: { readonly holder: DeployTokenHolder; readonly username: string }
}

/** One kind of secrets: how it is found, and which events make what was found void. */
export interface TokenKind {
  readonly find: (forge: Forge, digest: string) => FoundToken | undefined
  readonly voidedBy: (event: StoredEvent) => boolean
  /** Notes a use in the history, beside the request that it is a use for. */
  readonly noteUse?: (forge: Forge, found: FoundToken) => void
}

/** Sentences of the documented API for tokens that were good once. */
export const tokenExpired: Rejection = {
  kind: 'InvalidToken',
  description: 'Token is expired. You can either do re-authorization or token refresh.',
}
export const tokenRevoked: Rejection = {
  kind: 'InvalidToken',
  description: 'Token was revoked. You have to re-authorize from the user.',
}
