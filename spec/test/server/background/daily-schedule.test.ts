import { setImmediate as turn } from 'node:timers/promises'
import { makeMovableClock } from '@forgefold/adapters/clock'
import type { Pause } from '@forgefold/core/app'
import type { Instant } from '@forgefold/core/kernel'
import { daily } from '@forgefold/server/background'
import { afterEach, describe, expect, it } from 'vitest'

const MINUTE_MS = 60_000

let stop: () => Promise<void> = async () => undefined
afterEach(() => stop())

/** Daily work whose runs end as the list says; `next` ends the pause before the clock is looked at again. */
const started = async (outcomes: ReadonlyArray<boolean | Error>) => {
  const clock = makeMovableClock('2022-08-20T10:00:00.000Z' as Instant)
  const waits: Array<{ readonly milliseconds: number; readonly end: () => void }> = []
  const failures: Array<unknown> = []
  let runs = 0
  const pause: Pause = (milliseconds, interruption) =>
    new Promise((resolve) => {
      waits.push({ milliseconds, end: resolve })
      void interruption?.then(() => resolve())
    })
  const periodic = await daily({
    clock,
    pause,
    work: async () => {
      const outcome = outcomes[runs++] ?? true
      if (outcome instanceof Error) throw outcome
      return outcome
    },
    onFailure: (error) => failures.push(error),
  })
  stop = periodic.stop
  const next = async (): Promise<void> => {
    await turn()
    const wait = waits.at(-1)
    clock.advance(wait?.milliseconds ?? 0)
    wait?.end()
    await turn()
  }
  return { clock, periodic, failures, next, runs: () => runs, delay: () => waits.at(-1)?.milliseconds }
}

describe('daily work', () => {
  it('runs at the start, and then once a day after midnight UTC', async () => {
    const { clock, next, runs } = await started([])
    expect(runs()).toBe(1)
    for (let look = 0; look < 20; look++) await next()
    expect(runs()).toBe(1)
    clock.moveTo('2022-08-20T23:59:00.000Z' as Instant)
    await next()
    await next()
    expect(runs()).toBe(2)
  })

  it.each([
    ['says that something failed', false],
    ['throws', new Error('away')],
  ])('is repeated after ten minutes where it %s, until it succeeds', async (_, outcome) => {
    const { next, runs, delay } = await started([outcome, outcome, true])
    expect([runs(), delay()]).toEqual([1, 10 * MINUTE_MS])
    await next()
    await next()
    expect(runs()).toBe(3)
    for (let look = 0; look < 5; look++) await next()
    expect(runs()).toBe(3)
  })

  it('hands on what it throws', async () => {
    const { failures } = await started([new Error('away')])
    expect(failures).toEqual([new Error('away')])
  })

  it('runs again on the same day when asked', async () => {
    const { periodic, runs } = await started([])
    await periodic.runNow()
    expect(runs()).toBe(2)
  })
})
