import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runSteadyLoad, steadyLine } from '@forgefold/spec/storm'
import { expect, it } from 'vitest'

const SECONDS = Number(process.env['STORM_SECONDS'] ?? 600)
const RATE = Number(process.env['STORM_RATE'] ?? 400)

it('two hundred connections at a fixed rate are answered, and nothing grows without end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forgefold-steady-'))
  try {
    const asked = { folder, seconds: SECONDS, rate: RATE }
    const report = await runSteadyLoad(asked)
    console.log(steadyLine(asked, report))
    expect(report.failures).toBe(0)
    expect(report.descriptors[1]).toBeLessThan(report.descriptors[0] + 100)
    expect(report.memory[1]).toBeLessThan(report.memory[0] * 2 + 200)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 3_600_000)
