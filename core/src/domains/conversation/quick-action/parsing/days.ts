import {
  calendarDay,
  DAY_MS,
  type Day,
  dayOf,
  instantOf,
  millisecondsOf,
  monthsLater,
  startOfDay,
} from '../../../../kernel/index.js'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const NUMBERS: ReadonlyMap<string, number> = new Map(
  'a one two three four five six seven eight nine ten'
    .split(' ')
    .map((word, index) => [word, Math.max(1, index)] as const),
)

const timeOf = (day: Day): number => millisecondsOf(startOfDay(day))

const dayAt = (milliseconds: number): Day | undefined => {
  const day =
    Number.isFinite(milliseconds) && Math.abs(milliseconds) < 8e15 ? dayOf(instantOf(milliseconds)) : undefined
  return day !== undefined && /^\d{4}-/.test(day) ? day : undefined
}

const later = (today: number, amount: number, unit: string): Day | undefined => {
  if (unit === 'day') return dayAt(today + amount * DAY_MS)
  if (unit === 'week') return dayAt(today + amount * 7 * DAY_MS)
  return dayAt(monthsLater(today, unit === 'year' ? amount * 12 : amount))
}

/** The next such day of the week after today. */
const weekday = (today: number, index: number): Day | undefined => {
  const ahead = (index - new Date(today).getUTCDay() + 6) % 7
  return dayAt(today + (ahead + 1) * DAY_MS)
}

const named = (text: string, today: number): Day | undefined => {
  const [, month, day, year] = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/.exec(text) ?? []
  if (month === undefined) return undefined
  const index = MONTHS.findIndex((name) => name === month || name.slice(0, 3) === month)
  if (index < 0) return undefined
  if (year !== undefined) return calendarDay(Number(year), index + 1, Number(day))
  const now = new Date(today).getUTCFullYear()
  const thisYear = calendarDay(now, index + 1, Number(day))
  return thisYear !== undefined && timeOf(thisYear) < today ? calendarDay(now + 1, index + 1, Number(day)) : thisYear
}

/** A date in natural language (`2024-05-01`, `tomorrow`, `in 2 days`, `this friday`, `December 31st`); undefined where it is not understood. */
export const dayIn = (argument: string, today: Day): Day | undefined => {
  const text = argument.trim().toLowerCase().replace(/\s+/g, ' ')
  const now = timeOf(today)
  const [, year, month, date] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  if (year !== undefined) return calendarDay(Number(year), Number(month), Number(date))
  if (text === 'today') return today
  if (text === 'tomorrow') return dayAt(now + DAY_MS)
  const [, amount, unit] = /^in (\d{1,4}|[a-z]{1,5}) (day|week|month|year)s?$/.exec(text) ?? []
  if (amount !== undefined && unit !== undefined) {
    const count = /^\d/.test(amount) ? Number(amount) : NUMBERS.get(amount)
    return count === undefined ? undefined : later(now, count, unit)
  }
  const [, next] = /^next (week|month|year)$/.exec(text) ?? []
  if (next !== undefined) return later(now, 1, next)
  const index = WEEKDAYS.indexOf(text.replace(/^(?:this|next) /, ''))
  return index < 0 ? named(text, now) : weekday(now, index)
}
