import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killLine, runKillStorm } from '@forgefold/spec/storm'
import { expect, it } from 'vitest'

const ROUNDS = Number(process.env['STORM_ROUNDS'] ?? 300)
const SEED = Number(process.env['STORM_SEED'] ?? Date.now() % 1_000_000)

it('three hundred kills at random moments lose nothing that was acknowledged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-kills-'))
  try {
    const report = await runKillStorm({ folder, rounds: ROUNDS, seed: SEED })
    console.log(`${killLine(report)}, seed ${SEED}`)
    expect(report.faults).toEqual([])
    expect(report.acknowledged).toBeGreaterThan(ROUNDS)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 7_200_000)
