import { driveHostile, hostileLine } from '@forgefold/spec/hostile'
import { expect, it } from 'vitest'

const REQUESTS = Number(process.env['STORM_REQUESTS'] ?? 50_000)
const SEED = Number(process.env['STORM_SEED'] ?? Date.now() % 1_000_000)

it.each(['uws', 'node'] as const)(
  'a hundred thousand hostile requests, half of them over %s',
  async (transport) => {
    const report = await driveHostile({ transport, requests: REQUESTS, seed: SEED })
    console.log(`${hostileLine(`hostile, ${transport}`, report)}, seed ${SEED}`)
    expect(report.faults.slice(0, 8)).toEqual([])
  },
  7_200_000,
)
