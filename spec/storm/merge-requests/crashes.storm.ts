import { randomInt } from 'node:crypto'
import { it } from 'vitest'
import { crashRounds } from '../../test/server/api/review/merge-requests/crash-rounds.js'

it('survives kills at random moments of some two hundred merges and rebases', async () => {
  await crashRounds(25, 8, () => randomInt(5, 500))
})
