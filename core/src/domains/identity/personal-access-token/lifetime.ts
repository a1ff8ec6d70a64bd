import { DAY_SECONDS, type Day, dayOf, type Instant, isExpiryDayReached, secondsAfter } from '../../../kernel/index.js'
import { releaseHas } from '../../../releases/index.js'

/** Days that a token lives whose creator names no end, in the releases in which every token has one. */
const DEFAULT_LIFETIME_DAYS = 365

/** The day that lies so many days after that of a moment. */
export const dayAfter = (moment: Instant, days: number): Day => dayOf(secondsAfter(moment, days * DAY_SECONDS))

/** The last day of a new token whose creator names none; null: no end, where the release has such tokens. */
export const defaultExpiry = (now: Instant, release: string): Day | null =>
  releaseHas('personal_access_tokens.without_expiry', release) ? null : dayAfter(now, DEFAULT_LIFETIME_DAYS)

/** Whether a token is neither revoked nor expired. */
export const isActive = (token: { readonly revoked: boolean; readonly expiresAt: Day | null }, now: Instant): boolean =>
  !token.revoked && !isExpiryDayReached(token, dayOf(now))
