import type { Credential, DeployTokenHolder } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import type { Instant, Rejection, StoredEvent } from '@forgefold/core/kernel'

/** A token that was found by its digest. */
export interface ResolvedToken {
  readonly credential: Credential
  /** The user for whom it acts; undefined for a token without a user (a deploy token). */
  readonly userId: number | undefined
  readonly isExpired: (now: Instant) => boolean
  readonly revoked: boolean
  /** The last known use; null: none. Missing where uses are not recorded. */
  readonly usedAt?: Instant | null
  /** For a deploy token: its project or group, and its user name. */
  readonly deploy?: { readonly holder: DeployTokenHolder; readonly username: string }
}

/** One kind of tokens: how it is found, and which events invalidate a cached entry. */
export interface TokenKind {
  readonly find: (forge: Forge, digest: string) => ResolvedToken | undefined
  readonly voidedBy: (event: StoredEvent) => boolean
  /** Records a use in the history, besides the request. */
  readonly noteUse?: (forge: Forge, found: ResolvedToken) => void
}

/** The refusals of expired and revoked tokens, in the words of the documented API. */
export const tokenExpired: Rejection = {
  kind: 'InvalidToken',
  description: 'Token is expired. You can either do re-authorization or token refresh.',
}
export const tokenRevoked: Rejection = {
  kind: 'InvalidToken',
  description: 'Token was revoked. You have to re-authorize from the user.',
}
