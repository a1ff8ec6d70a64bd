import { argumentsOf, comparisonLine, spreadOf, usageOf, verdict } from '@forgefold/spec/bench'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const ratios = fc.array(fc.double({ min: 0.01, max: 10, noNaN: true }), { minLength: 1, maxLength: 9 })
const goals = [{ atLeast: 0.5 }, { atMost: 1.5 }]

describe('two runs of a benchmark', () => {
  it('with the same figures are the same', async () => {
    await fc.assert(
      fc.property(ratios, (figures) => {
        const spread = spreadOf(figures)
        expect(spread.low).toBeLessThanOrEqual(spread.median)
        expect(spread.median).toBeLessThanOrEqual(spread.high)
        for (const goal of goals) expect(verdict(goal, spread, spread)).toBe('same')
      }),
    )
  })

  it('that do not touch are told apart by what the goal wants, and the other way round in reverse', async () => {
    await fc.assert(
      fc.property(ratios, (figures) => {
        const before = spreadOf(figures)
        const above = spreadOf(figures.map((figure) => figure + before.high - before.low + 0.001))
        const [rate, time] = goals as [{ atLeast: number }, { atMost: number }]
        expect([verdict(rate, before, above), verdict(rate, above, before)]).toEqual(['better', 'worse'])
        expect([verdict(time, before, above), verdict(time, above, before)]).toEqual(['worse', 'better'])
      }),
    )
  })

  it('are shown with their medians, their spread and the change', () => {
    const line = comparisonLine('R1', { atLeast: 0.5 }, spreadOf([0.5, 0.5, 0.52]), spreadOf([0.4, 0.4, 0.41]))
    expect(line).toBe('R1  worse  0.500 (0.500 to 0.510) → 0.400 (0.400 to 0.405)  -20.0 %')
  })
})

describe('what a run is asked for', () => {
  it('is names and files', () => {
    expect(
      argumentsOf(['R1', '--size=10', '--kinds=label,to-do', 'W1', '--save', 'a.json', '--compare=b.json']),
    ).toEqual({
      names: ['R1', 'W1'],
      save: 'a.json',
      compare: 'b.json',
      help: false,
    })
  })

  it.each([['--help'], ['-h']])('may be how to ask: %s', (flag) => {
    expect(argumentsOf([flag]).help).toBe(true)
    expect(usageOf(['R1', 'W1'])).toMatch(/--size=N.*--save FILE.*--compare FILE.*Names: R1, W1$/s)
  })

  it.each([['--sise=1'], ['--compared=a.json']])('refuses %s', (flag) => {
    expect(() => argumentsOf([flag])).toThrow()
  })
})
