import { demoSeed, startForge } from '@forgefold/server/testing'
import { type Benchmark, median } from '../benchmark.js'

const EACH = 10

/** How long it takes, in milliseconds; the middle of ten. */
const timed = async (work: () => Promise<void>): Promise<number> => {
  const took: Array<number> = []
  for (let n = 0; n < EACH; n++) {
    const from = performance.now()
    await work()
    took.push(performance.now() - from)
  }
  return median(took)
}

/** Nothing but what the machine does for any of them: a forge that is started and closed. */
const startEmpty = async (): Promise<void> => {
  const forge = await startForge({ port: false })
  await forge.close()
}

export const resetOfForge: Benchmark = {
  name: 'T1',
  work: 'reset of a seeded forge for tests, its repository included',
  ceiling: 'an empty forge started and closed',
  goal: { atMost: 1 },
  prepare: async () => {
    const began = performance.now()
    await startEmpty()
    const first = performance.now() - began
    const forge = await startForge({ port: false, seed: demoSeed() })
    const forked = await timed(async () => (await forge.fork()).close())
    return {
      unit: 'ms',
      rounds: 7,
      ceiling: () => timed(startEmpty),
      product: () => timed(() => forge.reset()),
      notes: () => [
        `the first of the process, started and closed: ${first.toFixed(1)} ms`,
        `fork of the seeded forge, closed again: ${forked.toFixed(1)} ms`,
      ],
      finish: () => forge.close(),
    }
  },
}
