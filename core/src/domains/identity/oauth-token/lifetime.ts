import { type Instant, millisecondsOf, secondsAfter } from '../../../kernel/index.js'
import { releaseHas } from '../../../releases/index.js'
import type { OAuthApplicationRow } from '../oauth-application/queries.js'

/** The lifetime of access tokens in seconds (docs/reference/behaviour/identity.md#lifetime-of-access-tokens). */
export const ACCESS_TOKEN_LIFETIME = 7200

/** The lifetime in seconds of a client's access tokens; null: unlimited, which an application may choose below 15.0. */
export const lifetimeOf = (
  application: Pick<OAuthApplicationRow, 'expiringTokens'> | undefined,
  release: string,
): number | null => {
  if (!releaseHas('oauth.tokens_without_expiry', release)) return ACCESS_TOKEN_LIFETIME
  const expiring = application?.expiringTokens ?? releaseHas('oauth.expiring_by_default', release)
  return expiring ? ACCESS_TOKEN_LIFETIME : null
}

/** When a token issued now with this lifetime expires; null: never. */
export function expiryOf(issuedAt: Instant, lifetime: number): Instant
export function expiryOf(issuedAt: Instant, lifetime: number | null): Instant | null
export function expiryOf(issuedAt: Instant, lifetime: number | null): Instant | null {
  return lifetime === null ? null : secondsAfter(issuedAt, lifetime)
}

/** Whole seconds until an access token expires, negative afterwards; null: never. */
export const secondsLeft = ({ expiresAt }: { readonly expiresAt: Instant | null }, now: Instant): number | null =>
  expiresAt === null ? null : Math.floor((millisecondsOf(expiresAt) - millisecondsOf(now)) / 1000)
