import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertNothingLost, runStorm } from '@forgefold/spec/storm'
import { describe, expect, it } from 'vitest'

const SECONDS = Number(process.env['STORM_SECONDS'] ?? 60)
const SEEDS = (process.env['STORM_SEEDS'] ?? '1 2 3').split(' ').map(Number)

describe.each(SEEDS)('a long storm over three server processes, seed %i', (seed) => {
  it('leaves every acknowledged write there once, though a server dies in it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'forgefold-storm-'))
    try {
      const report = await runStorm({ folder, milliseconds: SECONDS * 1000, seed, kills: true })
      const { acknowledged, faults, refusals, lag } = report
      console.log(
        `${acknowledged.length} acknowledged, ${refusals} refused, ${faults} faults, ${Math.round(lag)} ms to calm`,
      )
      expect(acknowledged.length).toBeGreaterThan(SECONDS)
      assertNothingLost(report)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
