import { makeCron } from '@forgefold/adapters/cron'
import type { Instant } from '@forgefold/core/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const cron = makeCron()
const after = '2022-08-22T12:00:00.000Z' as Instant

describe('cron expressions', () => {
  it.each([
    ['0 1 * * *', 'UTC', '2022-08-23T01:00:00.000Z'],
    ['0 1 * * *', 'Asia/Tokyo', '2022-08-22T16:00:00.000Z'],
    ['*/5 * * * 1-5', 'UTC', '2022-08-22T12:05:00.000Z'],
    ['0 22 1 jan *', 'Europe/Berlin', '2023-01-01T21:00:00.000Z'],
    ['@daily', 'UTC', '2022-08-23T00:00:00.000Z'],
    ['0 0 29 2 *', 'UTC', '2024-02-29T00:00:00.000Z'],
  ])('%s in %s hold next at %s', (expression, timezone, next) => {
    expect([cron.isExpression(expression), cron.next(expression, timezone, after)]).toEqual([true, next])
  })
  it('may never hold', () => {
    expect(cron.next('0 0 31 2 *', 'UTC', after)).toBeUndefined()
  })
  it.each([
    '',
    'daily',
    '@reboot',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '*/0 * * * *',
    `${'0,'.repeat(200)}0 * * * *`,
  ])('are not %o', (text) => {
    expect(cron.isExpression(text)).toBe(false)
  })
  it('hold after the moment that is asked about, whatever they are made of', () => {
    const part = fc.stringMatching(/^[\d*/,\-L#?a-z]{1,6}$/)
    fc.assert(
      fc.property(fc.array(part, { minLength: 5, maxLength: 5 }), (parts) => {
        const next = cron.next(parts.join(' '), 'UTC', after)
        expect(next === undefined || next > after).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
  it.each([
    ['UTC', true],
    ['America/New_York', true],
    ['', false],
    ['+02:00', false],
    ['Nowhere/Town', false],
  ])('know the time zone %o: %s', (timezone, known) => {
    expect(cron.isTimezone(timezone)).toBe(known)
  })
})
