import { firstRank, rankBetween } from '@forgefold/core/domains/planning/issue'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

it('puts a rank between any two neighbours, however often', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 200 }), async (places) => {
      const ranks = [firstRank(9), firstRank(10), firstRank(11)]
      for (const place of places) {
        const at = place % ranks.length
        ranks.splice(at + 1, 0, rankBetween(ranks[at] ?? '', ranks[at + 1]))
        const first = rankBetween('', ranks[0])
        expect([first].concat(ranks)).toEqual([...new Set([first, ...ranks])].sort())
      }
    }),
    { numRuns: 50 },
  )
})

it('leaves those that come later behind one that was put behind the last', () => {
  expect(rankBetween(firstRank(12), undefined) < firstRank(13)).toBe(true)
})
