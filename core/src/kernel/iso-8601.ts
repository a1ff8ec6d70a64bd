import { DAY_MS, type Day, dayOf, type Instant, instantOf } from './instant.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A calendar date, week date or ordinal date, with and without hyphens; a month or a week may stand alone. */
const DATE =
  /(?<year>\d{4})(?:-(?<month>\d\d)(?:-(?<day>\d\d))?|(?<basicMonth>\d\d)(?<basicDay>\d\d)|-?(?<ordinal>\d{3})|-?W(?<week>\d\d)(?:-?(?<weekday>\d))?)/
    .source
/** The last given part may have a fraction. */
const TIME = /(?<hour>\d\d)(?::?(?<minute>\d\d)(?::?(?<second>\d\d))?)?(?:[.,](?<fraction>\d+))?/.source
const ZONE = /(?:Z|UTC|GMT|(?<sign>[+-])(?<zoneHour>\d\d):?(?<zoneMinute>\d\d)?)/.source
const MOMENT = new RegExp(`^${DATE}(?:(?:T|\\s+)${TIME}(?:\\s*${ZONE})?)?$`, 'i')

type Parts = Readonly<Record<string, string | undefined>>

const number = (digits: string | undefined, without: number): number =>
  digits === undefined ? without : Number(digits)

/** `Date.UTC` without its special case of the years 0 to 99. */
const utc = (year: number, month: number, day: number): number => new Date(0).setUTCFullYear(year, month - 1, day)

/** The first moment of a day in epoch milliseconds; undefined for a day that does not exist; months count from 1. */
const midnightOf = (year: number, month: number, day: number): number | undefined => {
  const date = new Date(utc(year, month, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined
}

const ordinalDay = (year: number, ordinal: number): number | undefined => {
  const date = new Date(utc(year, 1, ordinal))
  return ordinal > 0 && date.getUTCFullYear() === year ? date.getTime() : undefined
}

/** The first week of a year contains January 4th; a week belongs to the year of its Thursday. */
const weekDay = (year: number, week: number, weekday: number): number | undefined => {
  const fourth = utc(year, 1, 4)
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS + (week - 1) * 7 * DAY_MS
  const exists = week > 0 && weekday > 0 && weekday < 8 && new Date(monday + 3 * DAY_MS).getUTCFullYear() === year
  return exists ? monday + (weekday - 1) * DAY_MS : undefined
}

const dateOf = (parts: Parts): number | undefined => {
  const year = Number(parts['year'])
  if (parts['week'] !== undefined) return weekDay(year, Number(parts['week']), number(parts['weekday'], 1))
  if (parts['ordinal'] !== undefined) return ordinalDay(year, Number(parts['ordinal']))
  return midnightOf(year, Number(parts['month'] ?? parts['basicMonth']), number(parts['day'] ?? parts['basicDay'], 1))
}

const fractionOf = ({ minute, second, fraction }: Parts): number => {
  if (fraction === undefined) return 0
  const unit = second !== undefined ? 1000 : minute !== undefined ? MINUTE_MS : HOUR_MS
  return Math.floor((Number(fraction.slice(0, 9).padEnd(9, '0')) * unit) / 1e9)
}

/** Milliseconds since midnight: 24:00 is the end of the day, second 60 a leap second. */
const timeOf = (parts: Parts): number | undefined => {
  const [hour, minute, second] = [number(parts['hour'], 0), number(parts['minute'], 0), number(parts['second'], 0)]
  const time = hour * HOUR_MS + minute * MINUTE_MS + second * 1000 + fractionOf(parts)
  const end = second === 60 ? DAY_MS + 999 : DAY_MS
  return minute < 60 && second <= 60 && time <= end ? time : undefined
}

const offsetOf = ({ sign, zoneHour, zoneMinute }: Parts): number | undefined => {
  const [hours, minutes] = [number(zoneHour, 0), number(zoneMinute, 0)]
  if (hours > 23 || minutes > 59) return undefined
  return (sign === '-' ? -1 : 1) * (hours * HOUR_MS + minutes * MINUTE_MS)
}

const FIRST = utc(0, 1, 1)
const END = utc(10_000, 1, 1)

/** Instants and days sort as text because their years have four digits. */
const hasFourDigits = (milliseconds: number): boolean => milliseconds >= FIRST && milliseconds < END

const partsOf = (text: string): Parts | undefined => MOMENT.exec(text.trim())?.groups

/**
 * Parses a moment in ISO 8601: extended (`2020-02-29T12:30:00.5+02:00`) or basic form (`20200229T123000Z`), with a calendar, week
 * (`2020-W09-6`) or ordinal date (`2020-060`). A date alone is its first moment.
 *
 * Without a zone it is UTC; fractions of milliseconds are cut off. Undefined for malformed text and for days that do not exist
 * (docs/reference/behaviour/http.md#moments-and-days).
 *
 * @example
 * assert.equal(readInstant('2024-03-01T10:00:00+01:00'), '2024-03-01T09:00:00.000Z')
 */
export const readInstant = (text: string): Instant | undefined => {
  const parts = partsOf(text)
  if (parts === undefined) return undefined
  const [date, time, offset] = [dateOf(parts), timeOf(parts), offsetOf(parts)]
  if (date === undefined || time === undefined || offset === undefined) return undefined
  const at = date + time - offset
  const sinceMidnight = (at - FIRST) % DAY_MS
  if (!hasFourDigits(at) || (parts['second'] === '60' && sinceMidnight >= 1000)) return undefined
  return instantOf(at)
}

/**
 * Parses a day in ISO 8601, as `readInstant`; a time after it is ignored, in whatever zone.
 *
 * @example
 * assert.equal(readDay('20240301'), '2024-03-01')
 */
export const readDay = (text: string): Day | undefined => {
  const parts = partsOf(text)
  if (parts === undefined || readInstant(text) === undefined) return undefined
  const date = dateOf(parts)
  return date === undefined || !hasFourDigits(date) ? undefined : dayOf(instantOf(date))
}

/**
 * A day of the calendar, months from 1; undefined for a day that does not exist.
 *
 * @example
 * assert.equal(calendarDay(2024, 2, 30), undefined)
 */
export const calendarDay = (year: number, month: number, day: number): Day | undefined => {
  const at = midnightOf(year, month, day)
  return at === undefined || !hasFourDigits(at) ? undefined : dayOf(instantOf(at))
}
