import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runKillStorm } from '@forgefold/spec/storm'
import { expect, it } from 'vitest'

/** Three hundred of them are in the storm. */
const ROUNDS = 4

it('a server killed at random moments keeps what it acknowledged: issues with their texts, commits, merges, uploads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-kills-'))
  try {
    const { faults, acknowledged, kills } = await runKillStorm({ folder, rounds: ROUNDS, seed: 3 })
    expect(faults).toEqual([])
    expect(kills.serving).toBe(ROUNDS)
    expect(acknowledged).toBeGreaterThan(ROUNDS)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
