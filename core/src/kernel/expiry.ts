import type { Day, Instant } from './instant.js'

/**
 * Whether something has expired, from the exact moment of its expiry on; null: it never does.
 *
 * @example
 * assert.equal(isExpired({ expiresAt: '2024-03-01T00:00:00.000Z' }, '2024-03-01T00:00:00.000Z'), true)
 */
export const isExpired = ({ expiresAt }: { readonly expiresAt: Instant | null }, now: Instant): boolean =>
  expiresAt !== null && now >= expiresAt

/**
 * Whether something with an expiry day has expired: from 00:00 UTC of that day on; null: it never does.
 *
 * @example
 * assert.equal(isExpiryDayReached({ expiresAt: null }, '2024-03-01'), false)
 */
export const isExpiryDayReached = ({ expiresAt }: { readonly expiresAt: Day | null }, today: Day): boolean =>
  expiresAt !== null && expiresAt <= today

/**
 * The errors of an expiry day: it must not be in the past. Today is valid.
 *
 * @example
 * assert.deepEqual(expiryDayErrors('2024-02-29', '2024-03-01'), ['cannot be a date in the past'])
 */
export const expiryDayErrors = (expiresAt: Day | null | undefined, today: Day): ReadonlyArray<string> =>
  typeof expiresAt === 'string' && expiresAt < today ? ['cannot be a date in the past'] : []
