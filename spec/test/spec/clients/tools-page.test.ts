import { expect, it } from 'vitest'
import { toolsPage } from '../../../src/clients/index.js'
import type { ForeignProgram } from '../../../src/clients/program.js'

const program = (name: string): ForeignProgram => ({
  name,
  registry: 'npm',
  tried: 'its job',
  use: async () => undefined,
})
const [first, second, third] = [program('first'), program('second'), program('third')] as const
const all = [first, second, third]
const trialOf = (one: ForeignProgram, version: string, works = true) => ({
  program: one,
  versions: [{ name: one.name, version }],
  works,
})
/** The rows of trials, which stand before those that were tried by hand. */
const rowsOf = (page: string): ReadonlyArray<string> =>
  (page.split('\n## ')[0] ?? '').split('\n').filter((line) => line.includes('(npm)'))

it('a run of some programs keeps the rows of the others, and drops those that failed', () => {
  const before = toolsPage(
    all,
    all.map((one) => trialOf(one, '1.0.0')),
    '2026-01-01',
    '',
  )
  const after = toolsPage(all, [trialOf(first, '1.0.1', false), trialOf(third, '2.0.0')], '2026-02-02', before)
  expect(rowsOf(after)).toEqual([
    '| second (npm) | 1.0.0 | 2026-01-01 | its job |',
    '| third (npm) | 2.0.0 | 2026-02-02 | its job |',
  ])
})
