import { DAY_MS, type Day, millisecondsOf, startOfDay } from '../../../kernel/index.js'
import type { DueDays } from './queries.js'

/** The filters of lists by due date; `0` is none. */
export const DUE_WORDS = [
  '0',
  'any',
  'today',
  'tomorrow',
  'overdue',
  'week',
  'month',
  'next_month_and_previous_two_weeks',
] as const
export type DueWord = (typeof DUE_WORDS)[number]

const timeOf = (day: Day): number => millisecondsOf(startOfDay(day))
const dayAt = (time: number): Day => new Date(time).toISOString().slice(0, 10) as Day

const daysAfter = (day: Day, count: number): Day => dayAt(timeOf(day) + count * DAY_MS)

/** The first day of the month this many months later; 0 is the day's own. */
const firstOfMonth = (day: Day, months: number): Day => {
  const date = new Date(timeOf(day))
  return dayAt(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1))
}

/** Weeks begin on Mondays. */
const mondayOf = (day: Day): Day => daysAfter(day, -((new Date(timeOf(day)).getUTCDay() + 6) % 7))

/** The days that a word stands for, relative to today. */
export const dueDaysOf = (word: DueWord, today: Day): DueDays => {
  switch (word) {
    case '0':
      return 'none'
    case 'any':
      return 'any'
    case 'today':
      return { from: today, to: today }
    case 'tomorrow':
      return { from: daysAfter(today, 1), to: daysAfter(today, 1) }
    case 'overdue':
      return { to: daysAfter(today, -1) }
    case 'week':
      return { from: mondayOf(today), to: daysAfter(mondayOf(today), 6) }
    case 'month':
      return { from: firstOfMonth(today, 0), to: daysAfter(firstOfMonth(today, 1), -1) }
    case 'next_month_and_previous_two_weeks':
      return { from: daysAfter(today, -14), to: daysAfter(firstOfMonth(today, 2), -1) }
  }
}
