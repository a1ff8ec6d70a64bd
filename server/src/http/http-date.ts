import { calendarDay, type Instant, readInstant } from '@forgefold/core/kernel'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const CLOCK = /(?<time>\d\d:\d\d:\d\d)/.source
/** The preferred format, the one of RFC 850, and the one of `asctime`. */
const FORMS = [
  new RegExp(`^[a-z]{3}, (?<day>\\d\\d) (?<month>[a-z]{3}) (?<year>\\d{4}) ${CLOCK} (?:GMT|UTC)$`, 'i'),
  new RegExp(`^[a-z]{6,9}, (?<day>\\d\\d)-(?<month>[a-z]{3})-(?<year>\\d\\d) ${CLOCK} (?:GMT|UTC)$`, 'i'),
  new RegExp(`^[a-z]{3} (?<month>[a-z]{3}) (?<day>[ \\d]\\d) ${CLOCK} (?<year>\\d{4})$`, 'i'),
]

/** Two-digit years below 70 are of this century; the format is obsolete since 1994. */
const yearOf = (digits: string): number => {
  if (digits.length === 4) return Number(digits)
  return Number(digits) + (Number(digits) < 70 ? 2000 : 1900)
}

/** Parses an HTTP date (RFC 9110 §5.6.7), or an ISO 8601 moment, which some clients send instead; undefined where it is malformed. */
export const readHttpDate = (text: string): Instant | undefined => {
  for (const form of FORMS) {
    const parts = form.exec(text.trim())?.groups
    if (parts === undefined) continue
    const month = MONTHS.indexOf((parts['month'] ?? '').toLowerCase()) + 1
    const day = calendarDay(yearOf(parts['year'] ?? ''), month, Number(parts['day']))
    return day === undefined || month === 0 ? undefined : readInstant(`${day}T${parts['time']}Z`)
  }
  return readInstant(text)
}
