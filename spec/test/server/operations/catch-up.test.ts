import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeReadModel } from '@forgefold/adapters/read-model'
import { createForgefold } from '@forgefold/server'
import { catchUpLog, RemainingTime, remainingText } from '@forgefold/server/operations'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'

describe('the remaining time', () => {
  it('is exact while the pace stays the same', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 12, max: 500 }), (pace, steps) => {
        let now = 0
        const remaining = new RemainingTime(() => now)
        let told: number | undefined
        for (let step = 0; step < steps; step++, now += 100) told = remaining.after(step * pace, steps * pace)
        expect(told).toBeCloseTo(0.1, 6)
      }),
    ))

  it('follows a change of pace within ten seconds', () => {
    let now = 0
    const remaining = new RemainingTime(() => now)
    for (let second = 0; second < 60; second++, now += 1000) remaining.after(second * 1000, 100_000)
    let told: number | undefined
    for (let second = 0; second <= 10; second++, now += 1000) told = remaining.after(60_000 + second * 10, 100_000)
    expect(told).toBeCloseTo((100_000 - 60_100) / 10, 6)
  })

  it('is unknown in the first second, and while nothing moves', () => {
    let now = 0
    const remaining = new RemainingTime(() => now)
    expect(remaining.after(0, 10)).toBeUndefined()
    now = 999
    expect(remaining.after(5, 10)).toBeUndefined()
    const standing = new RemainingTime(() => now)
    standing.after(5, 10)
    now += 5000
    expect(standing.after(5, 10)).toBeUndefined()
  })

  it.each([
    [undefined, ''],
    [0.2, 'about 1 s left'],
    [99, 'about 99 s left'],
    [100, 'about 2 min left'],
    [5999, 'about 100 min left'],
    [7200, 'about 2 h left'],
  ])('of %s seconds reads "%s"', (seconds, text) => {
    expect(remainingText(seconds)).toBe(text)
  })
})

describe('a start that catches up with the history', () => {
  const data = mkdtempSync(join(tmpdir(), 'forgefold-test-'))
  afterAll(() => rmSync(data, { recursive: true, force: true }))

  it('is logged every five seconds, with the remaining time', () => {
    let now = 0
    const lines: Array<string> = []
    const tell = catchUpLog({ info: (_: object, line: string) => lines.push(line) } as never, () => now)
    for (let second = 0; second <= 12; second++, now += 1000) tell(second * 10, 200)
    expect(lines).toEqual([
      'the read model is being built: 25 %, about 15 s left',
      'the read model is being built: 50 %, about 10 s left',
    ])
  })

  it('tells how far it is, up to the last event, and nothing once it has caught up', async () => {
    const told: Array<readonly [number, number]> = []
    const options = { data, instance: { externalUrl: 'http://forge.test', tier: 'free', release: '15.3' } } as const
    const first = await createForgefold(options)
    await first.forge.settings.fresh()
    await first.close()
    removeReadModel(join(data, 'read-model.sqlite'))
    const second = await createForgefold({ ...options, onCatchingUp: (at, last) => told.push([at, last]) })
    const atStart = told.length
    await second.close()
    expect(told.at(-1)?.[0]).toBe(told.at(-1)?.[1])
    expect(told).toHaveLength(atStart)
  })
})
