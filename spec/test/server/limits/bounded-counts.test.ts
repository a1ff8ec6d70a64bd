import { BoundedCounts, GuessLimiter, networkOf, passwordGuess } from '@forgefold/server/limits'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const MOST = 40
const WINDOW = 60
const LIMIT = 5

const hit = (counts: BoundedCounts, key: string, now = 0, source = key) =>
  counts.hit({ key, source, limit: LIMIT, endsAt: now + WINDOW, now }).count

const keys = fc.array(fc.string({ maxLength: 12 }), { maxLength: 400 })

describe('counts in bounded memory', () => {
  it('are exact while there is room', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 200 }), (events) => {
        const counts = new BoundedCounts(MOST)
        const model = new Map<string, number>()
        for (const key of events) {
          model.set(key, (model.get(key) ?? 0) + 1)
          expect(hit(counts, key)).toBe(model.get(key))
        }
      }),
    )
  })

  it('never lose a key that has reached its limit to a flood of others, however they are chosen', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: LIMIT, max: 20 }), (flood, tries) => {
        const counts = new BoundedCounts(MOST)
        for (let count = 0; count < tries; count++) hit(counts, 'hot')
        for (const key of flood) hit(counts, `other ${key}`)
        for (let index = 0; index < 500; index++) hit(counts, `new ${index}`)
        expect(hit(counts, 'hot')).toBe(tries + 1)
      }),
    )
  })

  it('lose those first that were counted least', () => {
    const counts = new BoundedCounts(MOST)
    for (let count = 0; count < LIMIT - 1; count++) hit(counts, 'nearly')
    for (let index = 0; index < 5000; index++) hit(counts, `new ${index}`)
    expect(hit(counts, 'nearly')).toBe(LIMIT)
  })

  it('keep so many keys at most', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 10 }), (events, times) => {
        const counts = new BoundedCounts(MOST)
        for (const key of events)
          for (let count = 0; count < times; count++) {
            hit(counts, key)
            expect(counts.size).toBeLessThanOrEqual(MOST)
          }
      }),
    )
  })

  it('count new keys by their source where every place is taken by a key at its limit', () => {
    const counts = new BoundedCounts(MOST)
    for (let index = 0; index < MOST; index++) for (let count = 0; count < LIMIT; count++) hit(counts, `hot ${index}`)
    const seen = Array.from({ length: 20 }, (_, index) => hit(counts, `new ${index}`, 0, 'one source'))
    expect(seen.at(-1)).toBe(20)
    expect(counts.size).toBe(MOST)
    // When the windows are over there is room again.
    expect(hit(counts, 'new', WINDOW, 'one source')).toBe(1)
  })

  it('begin anew when the window is over, and take back what was no event', () => {
    const counts = new BoundedCounts(MOST)
    expect([hit(counts, 'a', 0), hit(counts, 'a', WINDOW - 1), hit(counts, 'a', WINDOW)]).toEqual([1, 2, 1])
    counts.giveBack({ key: 'a', source: 'a' })
    expect(hit(counts, 'a', WINDOW)).toBe(1)
  })
})

describe('the brake on guessing', () => {
  it('holds for an account whatever else is tried meanwhile', () => {
    const limiter = new GuessLimiter(() => 0)
    const guess = (address: string, login: string) => limiter.allows(...passwordGuess(address, login))
    for (let count = 0; count < 10; count++) expect(guess(`10.0.0.${count}`, 'ann')).toBe(true)
    expect(guess('10.0.1.1', 'ann')).toBe(false)
    for (let index = 0; index < 30_000; index++) guess(`10.${index >> 8}.${index & 255}.9`, `nobody ${index}`)
    expect(guess('10.0.1.2', 'ann')).toBe(false)
  })

  it('lets an address that has no tries left make no new keys', () => {
    const limiter = new GuessLimiter(() => 0)
    for (let index = 0; index < 100; index++) limiter.allows(...passwordGuess('10.0.0.1', `n${index}`))
    for (let count = 0; count < 20; count++) expect(limiter.allows(...passwordGuess('10.0.0.1', 'ann'))).toBe(false)
    expect(limiter.allows(...passwordGuess('10.0.0.2', 'ann'))).toBe(true)
  })

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:1::7', '2001:db8:0:1::/64'],
    ['2001:DB8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['2001:0db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('counts %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
