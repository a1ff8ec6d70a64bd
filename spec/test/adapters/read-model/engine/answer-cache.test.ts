import { AnswerCache } from '@forgefold/adapters/read-model'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('answers that are kept', () => {
  it('are what would be answered now, whatever was asked and changed before', () => {
    const key = fc.constantFrom('a', 'b', 'c')
    const step = fc.oneof(
      fc.record({ kind: fc.constant('ask' as const), key }),
      fc.record({ kind: fc.constant('change' as const), key, to: fc.option(fc.nat(5), { nil: undefined }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const rows = new Map<string, number | undefined>()
        const edition = { current: 0 }
        const cache = new AnswerCache<number | undefined>(edition, 2)
        for (const one of steps)
          if (one.kind === 'ask') expect(cache.get(one.key, (asked) => rows.get(asked))).toBe(rows.get(one.key))
          else {
            rows.set(one.key, one.to)
            edition.current++
          }
      }),
    )
  })

  it('are asked for once until something changes, absence too', () => {
    const edition = { current: 0 }
    const cache = new AnswerCache<undefined>(edition)
    let asked = 0
    const ask = () => {
      asked++
      return undefined
    }
    cache.get('a', ask)
    cache.get('a', ask)
    expect(asked).toBe(1)
    edition.current++
    cache.get('a', ask)
    expect(asked).toBe(2)
  })
})
