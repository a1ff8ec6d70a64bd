import type { Brand } from './brand.js'

/** A moment as ISO 8601 text in UTC with milliseconds (`2022-04-11T03:02:32.123Z`), which sorts as text. */
export type Instant = Brand<string, 'Instant'>

/** A calendar day as `YYYY-MM-DD`. */
export type Day = Brand<string, 'Day'>

export const DAY_SECONDS = 86_400
export const DAY_MS = 1000 * DAY_SECONDS

/**
 * Converts epoch milliseconds into an instant.
 *
 * @example
 * assert.equal(instantOf(0), '1970-01-01T00:00:00.000Z')
 */
export const instantOf = (epochMilliseconds: number): Instant => new Date(epochMilliseconds).toISOString() as Instant

/**
 * Epoch milliseconds of an instant.
 *
 * @example
 * assert.equal(millisecondsOf('1970-01-01T00:00:01.000Z'), 1000)
 */
export const millisecondsOf = (instant: Instant): number => Date.parse(instant)

/**
 * Epoch milliseconds a number of months later, or earlier; the last day of a month that lacks the day.
 *
 * @example
 * assert.equal(monthsLater(Date.UTC(2024, 0, 31), 1), Date.UTC(2024, 1, 29))
 */
export const monthsLater = (epochMilliseconds: number, months: number): number => {
  const date = new Date(epochMilliseconds)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const time = epochMilliseconds - Math.floor(epochMilliseconds / DAY_MS) * DAY_MS
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) + time
}

/**
 * The first moment of a day, in UTC.
 *
 * @example
 * assert.equal(startOfDay('2024-03-01'), '2024-03-01T00:00:00.000Z')
 */
export const startOfDay = (day: Day): Instant => `${day}T00:00:00.000Z` as Instant

/**
 * The day of an instant, in UTC.
 *
 * @example
 * assert.equal(dayOf('2024-03-01T09:00:00.000Z'), '2024-03-01')
 */
export const dayOf = (instant: Instant): Day => instant.slice(0, 10) as Day

/** The first moment whose year has four digits: others would not sort as text. */
export const FIRST_INSTANT = '0000-01-01T00:00:00.000Z' as Instant

/** The last moment whose year has four digits. */
export const LAST_INSTANT = '9999-12-31T23:59:59.999Z' as Instant

const FIRST_MS = Date.parse(FIRST_INSTANT)
const LAST_MS = Date.parse(LAST_INSTANT)

/**
 * The instant a number of seconds after another; the first or the last one where that is beyond the years of four digits.
 *
 * @example
 * assert.equal(secondsAfter('2024-03-01T09:00:00.000Z', 90), '2024-03-01T09:01:30.000Z')
 * assert.equal(secondsAfter('9999-12-31T23:59:59.000Z', 90), '9999-12-31T23:59:59.999Z')
 */
export const secondsAfter = (instant: Instant, seconds: number): Instant =>
  instantOf(Math.min(Math.max(millisecondsOf(instant) + seconds * 1000, FIRST_MS), LAST_MS))

/**
 * Whether a moment is after a bound; false without a bound.
 *
 * @example
 * assert.equal(isAfter('2024-03-02T00:00:00.000Z', '2024-03-01T00:00:00.000Z'), true)
 */
export const isAfter = (moment: Instant, bound: Instant | undefined): boolean => bound !== undefined && moment > bound
