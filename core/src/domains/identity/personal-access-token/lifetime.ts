import {
  DAY_SECONDS,
  type Day,
  dayOf,
  type FieldErrors,
  type Instant,
  isExpiryDayReached,
  secondsAfter,
} from '../../../kernel/index.js'
import { releaseHas } from '../../../releases/index.js'
import type { Settings } from '../../instance/settings/catalogue/index.js'

/** The lifetime in days of a token created without an expiry, in releases in which every token has one. */
const DEFAULT_LIFETIME_DAYS = 365

/** The day this many days after a moment. */
export const dayAfter = (moment: Instant, days: number): Day => dayOf(secondsAfter(moment, days * DAY_SECONDS))

/** The last day of a token created without an expiry; null: none, where the release has such tokens. */
export const defaultExpiry = (now: Instant, release: string): Day | null =>
  releaseHas('personal_access_tokens.without_expiry', release) ? null : dayAfter(now, DEFAULT_LIFETIME_DAYS)

/** The last permitted expiry day of a new token; undefined where there is no limit. */
export const lastTokenDay = (now: Instant, settings: Settings): Day | undefined => {
  const days = settings.max_personal_access_token_lifetime
  return days === null ? undefined : dayAfter(now, days)
}

/** The errors of the expiry of a new personal access token; undefined where there are none. */
export const tokenExpiryFindings = (
  expiresAt: Day | null | undefined,
  now: Instant,
  settings: Settings,
): FieldErrors | undefined => {
  const last = lastTokenDay(now, settings)
  if (last === undefined) return undefined
  if (expiresAt === null || expiresAt === undefined) return { expires_at: ["can't be blank"] }
  return expiresAt > last ? { expires_at: ['is invalid'] } : undefined
}

/** Whether an existing token exceeds a limit that was set later: it has no expiry, or one beyond the limit counted from its creation. */
export const outlivesLimit = (
  token: { readonly createdAt: Instant; readonly expiresAt: Day | null },
  settings: Settings,
): boolean => {
  const last = lastTokenDay(token.createdAt, settings)
  return last !== undefined && (token.expiresAt === null || token.expiresAt > last)
}

/** Whether a token is neither revoked nor expired. */
export const isActive = (token: { readonly revoked: boolean; readonly expiresAt: Day | null }, now: Instant): boolean =>
  !token.revoked && !isExpiryDayReached(token, dayOf(now))
