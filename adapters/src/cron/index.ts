/** Cron expressions, read by croner. */
import { createRequire } from 'node:module'
import type { Instant } from '@forgefold/core/kernel'
import type { Cron } from '@forgefold/core/ports'
import type { Cron as Croner } from 'croner'

// Loaded with the first expression, to keep the start short.
const library = (): typeof import('croner') => createRequire(import.meta.url)('croner')

/** Longer ones are refused without parsing. */
const MAX_LENGTH = 255
const FIELDS = 5

const isTimezone = (text: string): boolean => {
  if (text === '' || text.length > MAX_LENGTH || /^[+-]/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

const NAMED = /^@(yearly|annually|monthly|weekly|daily|hourly)$/i

const isPlausible = (expression: string): boolean =>
  expression.length <= MAX_LENGTH && (NAMED.test(expression.trim()) || expression.trim().split(/\s+/).length === FIELDS)

const read = (expression: string, timezone: string): Croner | undefined => {
  if (!isPlausible(expression)) return undefined
  try {
    const { Cron: Expression } = library()
    return new Expression(expression.trim(), { timezone, paused: true, mode: '5-part' })
  } catch {
    return undefined
  }
}

/**
 * Cron expressions of five fields, in any time zone that the runtime knows.
 *
 * @example
 * assert.equal(makeCron().isExpression('0 4 * * 1'), true)
 */
export const makeCron = (): Cron => ({
  isTimezone,
  isExpression: (text) => read(text, 'UTC') !== undefined,
  next: (expression, timezone, after) => {
    const next = read(expression, timezone)?.nextRun(new Date(after))
    return next == null ? undefined : (next.toISOString() as Instant)
  },
})
