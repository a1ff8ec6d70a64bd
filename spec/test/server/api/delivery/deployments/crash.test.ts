import { expect, it } from 'vitest'
import { crashRounds } from './crash-rounds.js'

it('keeps every acknowledged deployment, uses no number twice, and its rows are those of a rebuild, after kills in a storm', async () => {
  const told = await crashRounds({ rounds: 3, writers: 12, killAfter: (round) => 40 + round * 25 })
  expect(told).toBeGreaterThanOrEqual(40 + 65 + 90)
})
