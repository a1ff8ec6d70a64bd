import {
  BAD_SHAPES,
  type Cost,
  costOf,
  exceedsCostLaw,
  FORMATS,
  LAW,
  longestLoopBlock,
  MANY_PARTS,
  PARSERS,
  SEPARATED_SHAPES,
  STRUCTURES,
  WAITED_FOR,
  withLoopMonitor,
} from '@forgefold/spec/cost'
import { describe, expect, it } from 'vitest'

/** Small enough for every run; what grows with the square shows already. */
const MOST = 32 * 1024

/** On a busy machine a measurement may go wrong; a matcher that backtracks goes wrong each time. */
const costs = (measure: () => Cost): boolean => [1, 2, 3].every(() => exceedsCostLaw(measure()))

describe('what reads a text of a client costs no more than its size', () => {
  it.each(PARSERS.map(({ name, read, longest }) => [name, read, longest] as const))('%s', (name, read, longest) => {
    const most = Math.min(longest, MOST)
    const shapes = [...BAD_SHAPES, ...SEPARATED_SHAPES]
    const broken = shapes.filter((shape) => costs(() => costOf(name, (size) => read(shape.of(size)), { most })))
    expect(broken.map((shape) => shape.name)).toEqual([])
  })

  it.each(FORMATS.map(({ name, read, longest }) => [name, read, longest] as const))('%s', (name, read, most) => {
    const broken = MANY_PARTS.filter((shape) => costs(() => costOf(name, (size) => read(shape.of(size)), { most })))
    expect(broken.map((shape) => shape.name)).toEqual([])
  })

  it.each(STRUCTURES.map(({ name, read }) => [name, read] as const))('%s', (name, read) => {
    expect(costs(() => costOf(name, read, { most: MOST }))).toBe(false)
  })

  it.each(WAITED_FOR.map(({ name, work }) => [name, work] as const))('%s keeps nobody waiting', async (_, work) => {
    for (const size of [1000, MOST])
      expect(await longestLoopBlock(() => work(size), LAW.milliseconds)).toBeLessThanOrEqual(LAW.milliseconds)
  })

  it('and work that keeps others waiting is found', async () => {
    const work = async (): Promise<void> => {
      const begun = process.cpuUsage()
      for (let spent = { user: 0, system: 0 }; spent.user + spent.system < 150_000; spent = process.cpuUsage(begun));
    }
    expect((await withLoopMonitor(work)).longest).toBeGreaterThan(LAW.milliseconds)
  })

  it('and a matcher that costs more is found', () => {
    const backtracking = (size: number) => /^-+|-+$/.test(`a${'-'.repeat(size)}a`)
    expect(exceedsCostLaw(costOf('dashes', backtracking, { most: MOST }))).toBe(true)
  })
})
