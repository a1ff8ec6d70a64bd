import { randomInt } from 'node:crypto'
import { it } from 'vitest'
import { crashRounds } from '../../test/server/api/delivery/deployments/crash-rounds.js'

it('survives twenty kills at random moments of a storm of deployments', async () => {
  const told = await crashRounds({ rounds: 20, writers: 32, killAfter: () => randomInt(1, 600) })
  console.info(`${told} acknowledged deployments, none lost`)
})
