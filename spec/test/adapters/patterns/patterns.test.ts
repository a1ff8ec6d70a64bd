import { makePatterns } from '@forgefold/adapters/patterns'
import { describe, expect, it } from 'vitest'

const patterns = makePatterns()
const tried = (source: string, text: string, ignoreCase = false): boolean | undefined =>
  patterns.compile(source, { ignoreCase })?.test(text)

describe('expressions of users', () => {
  it.each([
    ['^release\\/.*-v\\d+\\.\\d+$', 'release/1.2-v3.4', true],
    ['b', 'abc', true],
    ['^b', 'abc', false],
    ['[\\w.-]+@x\\.y', 'q-z@x.y', true],
    ['(?<year>\\d{4})', '2024', true],
    ['\\u00e9', 'é', true],
  ])('%s is tried on %s', (source, text, fits) => {
    expect(tried(source, text)).toBe(fits)
  })

  it('forget about case where they are told to', () => {
    expect([tried('MAIN', 'main'), tried('MAIN', 'main', true)]).toEqual([false, true])
  })

  it.each([
    ['(a+)+$', `${'a'.repeat(50_000)}!`],
    ['(x+x+)+y', 'x'.repeat(50_000)],
    ['((a|a))+b', 'a'.repeat(50_000)],
    ['.*.*.*.*.*=$', `${'='.repeat(20_000)}!`],
  ])('%s, which would backtrack for ever, is answered', (source, text) => {
    const begun = process.cpuUsage()
    expect(tried(source, text)).toBe(false)
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2000)
  })

  it.each([
    ['no expression', '(a'],
    ['look-ahead', '(?=a)b'],
    ['look-behind', '(?<=a)b'],
    ['a reference back', '(a)\\1'],
    ['repetitions of repetitions', '((a{100}){100}){100}'],
    ['a long one', 'a'.repeat(1025)],
  ])('are none: %s', (_, source) => {
    expect(patterns.compile(source)).toBeUndefined()
  })
})
