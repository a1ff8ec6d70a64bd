import { firstRank, rankBetween } from '@forgefold/core/domains/planning/issue'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

/** A rank where there has to be one. */
const ranked = (low: string, high: string | undefined): string => {
  const rank = rankBetween(low, high)
  if (rank === undefined) throw new Error(`nothing between ${low} and ${high}`)
  return rank
}

it('puts a rank between any two neighbours, however often', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 200 }), async (places) => {
      const ranks = [firstRank(9), firstRank(10), firstRank(11)]
      for (const place of places) {
        const at = place % ranks.length
        ranks.splice(at + 1, 0, ranked(ranks[at] ?? '', ranks[at + 1]))
        const first = ranked('', ranks[0])
        expect([first].concat(ranks)).toEqual([...new Set([first, ...ranks])].sort())
      }
    }),
    { numRuns: 50 },
  )
})

it('leaves those that come later behind one that was put behind the last', () => {
  expect(ranked(firstRank(12), undefined) < firstRank(13)).toBe(true)
})

it('stays short for those that are put behind the last, one after another', () => {
  let last = firstRank(12)
  for (let times = 0; times < 1000; times++) {
    const next = ranked(last, undefined)
    expect(next > last && next < firstRank(13)).toBe(true)
    last = next
  }
  expect(last.length).toBeLessThan(40)
})

it('has an end where always the same gap is filled', () => {
  const bounds = { low: firstRank(1), high: firstRank(2) }
  let times = 0
  for (; times < 10_000; times++) {
    const rank = rankBetween(bounds.low, bounds.high)
    if (rank === undefined) break
    expect(rank.length).toBeLessThanOrEqual(1000)
    bounds.low = rank
  }
  expect(times).toBeGreaterThan(900)
  expect(times).toBeLessThan(10_000)
})
