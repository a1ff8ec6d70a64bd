import { RecencyCache } from '@forgefold/core/app'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const key = fc.integer({ min: 0, max: 12 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('get' as const), key }),
  fc.record({ kind: fc.constant('set' as const), key }),
  fc.record({ kind: fc.constant('delete' as const), key }),
)

describe('RecencyCache', () => {
  it('never holds more than its capacity, never a deleted entry, and always the half that was used last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), fc.array(step, { maxLength: 200 }), (capacity, steps) => {
        const cache = new RecencyCache<number, string>(capacity)
        const values = new Map<number, string>()
        /** Keys by their last use, the latest last; one that was deleted since keeps its place. */
        let used: Array<number> = []
        steps.forEach(({ kind, key }, at) => {
          const isUse = kind === 'set' || (kind === 'get' && cache.get(key) !== undefined)
          if (kind === 'set') {
            values.set(key, `${key} ${at}`)
            cache.set(key, `${key} ${at}`)
          }
          if (kind === 'delete') {
            values.delete(key)
            cache.delete(key)
          }
          if (isUse) used = [...used.filter((one) => one !== key), key]
        })
        const lately = used.slice(-Math.floor(capacity / 2))
        for (const one of lately) expect(cache.get(one)).toBe(values.get(one))
        // A hit may move another entry out, so what is held is counted by values that were ever given.
        let held = 0
        for (const one of [...Array(13).keys()]) {
          const value = cache.get(one)
          if (value === undefined) continue
          expect(value).toBe(values.get(one))
          held++
        }
        expect(held).toBeLessThanOrEqual(capacity)
      }),
    )
  })

  it('never holds more weight than its capacity, whatever is set again with another', () => {
    const entry = fc.record({ key, weight: fc.integer({ min: 1, max: 10 }), isDeleted: fc.boolean() })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 200 }), (entries) => {
        const cache = new RecencyCache<number, number>(40, (weight) => weight)
        const weights = new Map<number, number>()
        for (const { key: one, weight, isDeleted } of entries) {
          cache.set(one, weight)
          weights.set(one, weight)
          expect(cache.get(one)).toBe(weight)
          if (isDeleted) cache.delete(one)
        }
        const held = [...weights].filter(([one, weight]) => cache.get(one) === weight).map(([, weight]) => weight)
        // Setting again with a greater weight moves nothing out: each generation may end one entry above its half.
        expect(held.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(40 + 2 * 10)
      }),
    )
  })
})
