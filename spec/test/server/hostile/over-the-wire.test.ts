import { driveHostile } from '@forgefold/spec/hostile'
import { expect, it } from 'vitest'

/** The long form is in the storm. */
const REQUESTS = 1500

it.each([
  ['uws', '15.3', 'ultimate'],
  ['node', '14.0', 'free'],
] as const)(
  'hostile requests over %s end no process, and none is answered by a failure of the server of release %s, %s',
  async (transport, release, tier) => {
    const { faults, statuses } = await driveHostile({ transport, release, tier, requests: REQUESTS, seed: 7 })
    expect(faults.slice(0, 5)).toEqual([])
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(REQUESTS)
    // Some reach what they mean: otherwise nothing is tried.
    expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)).toBeGreaterThan(REQUESTS / 20)
  },
  240_000,
)
