import { it } from 'vitest'
import { crashRounds } from './crash-rounds.js'

it('leaves each request merged or open, and the branch whole, when the server is killed among merges and rebases', async () => {
  await crashRounds(4, 6, (round) => 25 + round * 60)
})
