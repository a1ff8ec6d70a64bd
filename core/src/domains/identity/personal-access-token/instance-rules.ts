import type { Day, FieldErrors, Instant } from '../../../kernel/index.js'
import type { Settings } from '../../instance/settings/catalogue/index.js'
import { dayAfter } from './lifetime.js'

/** What a new personal access token begins with. */
export const tokenPrefix = (settings: Settings): string => settings.personal_access_token_prefix ?? ''

/** The last day a new token may live to; undefined where there is no limit. */
export const lastTokenDay = (now: Instant, settings: Settings): Day | undefined => {
  const days = settings.max_personal_access_token_lifetime
  return days === null ? undefined : dayAfter(now, days)
}

/** What is wrong with the expiry of a new personal access token; undefined where it may be. */
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

/** Whether a token that exists has outlived a limit set later: it has no expiry, or one beyond the limit counted from its making. */
export const outlivesLimit = (
  token: { readonly createdAt: Instant; readonly expiresAt: Day | null },
  settings: Settings,
): boolean => {
  const last = lastTokenDay(token.createdAt, settings)
  return last !== undefined && (token.expiresAt === null || token.expiresAt > last)
}
