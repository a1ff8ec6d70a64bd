import { appendFileSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'

/** Set up before every test file of a run that keeps what each file costs: a line of JSON for each, in seconds. */
const output = process.env['FORGEFOLD_TEST_COSTS']

/** A hundredth of a second is the unit of `/proc` on Linux; other systems tell nothing of ended children. */
const TICKS_PER_SECOND = 100

type Costs = { readonly own: number; readonly programs: number; readonly waited: number; readonly at: number }

const ofEndedPrograms = () => {
  try {
    const afterName = readFileSync('/proc/self/stat', 'latin1').split(') ')[1]?.split(' ') ?? []
    return (Number(afterName[13]) + Number(afterName[14])) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}

const now = (): Costs => {
  const { user, system } = process.cpuUsage()
  return {
    own: (user + system) / 1e6,
    programs: ofEndedPrograms(),
    waited: performance.eventLoopUtilization().idle / 1000,
    at: performance.now() / 1000,
  }
}

/** Files that share a process follow each other: one begins where the one before ended. */
const shared = globalThis as { forgefoldCostsSoFar?: Costs }

if (output !== undefined) {
  const file = relative('spec/test', relative(process.cwd(), expect.getState().testPath ?? ''))
  const before = shared.forgefoldCostsSoFar ?? { own: 0, programs: 0, waited: 0, at: 0 }
  let loaded = before
  beforeAll(() => {
    loaded = now()
  })
  afterAll(() => {
    const after = now()
    shared.forgefoldCostsSoFar = after
    const costs = {
      file,
      process: process.pid,
      loading: loaded.own - before.own,
      tests: after.own - loaded.own,
      programs: after.programs - before.programs,
      waited: after.waited - before.waited,
      wall: after.at - before.at,
    }
    const rounded = Object.entries(costs).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ])
    appendFileSync(output, `${JSON.stringify(Object.fromEntries(rounded))}\n`)
  })
}
