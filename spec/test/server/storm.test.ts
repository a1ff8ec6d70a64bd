import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertNothingLost, runStorm } from '@forgefold/spec/storm'
import { describe, expect, it } from 'vitest'

describe('three server processes over one failing EventStoreDB', () => {
  it('keep every acknowledged write, once, and lose no reader', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'forgefold-storm-'))
    try {
      const report = await runStorm({ folder, milliseconds: 6000, writes: 21, seed: 8 })
      expect(report.acknowledged.length).toBeGreaterThan(20)
      expect(report.faults).toBeGreaterThan(15)
      assertNothingLost(report)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
