import { setImmediate as turn } from 'node:timers/promises'
import { type Pause, periodically } from '@forgefold/core/app'
import { describe, expect, it } from 'vitest'

/** Pauses that end when the test lets them. */
const makePauses = () => {
  const waits: Array<{ readonly milliseconds: number; readonly end: () => void }> = []
  const pause: Pause = (milliseconds) => new Promise((resolve) => waits.push({ milliseconds, end: resolve }))
  return { waits, pause }
}

const started = (work: (run: number) => Promise<void> = async () => undefined) => {
  const { waits, pause } = makePauses()
  const failures: Array<unknown> = []
  let runs = 0
  const periodic = periodically({
    pause,
    delay: () => 100 + runs,
    work: () => work(++runs),
    onFailure: (error) => failures.push(error),
  })
  return { waits, failures, periodic, runs: () => runs }
}

describe('periodic work', () => {
  it('runs after each delay, which is asked for anew', async () => {
    const { waits, periodic, runs } = started()
    for (const expected of [1, 2, 3]) {
      expect(waits.at(-1)?.milliseconds).toBe(99 + expected)
      waits.at(-1)?.end()
      await turn()
      expect(runs()).toBe(expected)
    }
    await periodic.stop()
  })

  it('goes on after a failure, which is told', async () => {
    const { waits, failures, periodic, runs } = started(async (run) => {
      if (run === 1) throw new Error('first')
    })
    waits.at(-1)?.end()
    await turn()
    waits.at(-1)?.end()
    await turn()
    expect(runs()).toBe(2)
    expect(failures).toEqual([new Error('first')])
    await periodic.stop()
  })

  it('runs again at once when asked, never twice at once, and counts the delay anew', async () => {
    let inside = 0
    let most = 0
    const { waits, periodic, runs } = started(async () => {
      most = Math.max(most, ++inside)
      await turn()
      inside--
    })
    await Promise.all([periodic.runNow(), periodic.runNow()])
    await turn()
    expect(runs()).toBe(2)
    expect(most).toBe(1)
    expect(waits).toHaveLength(2)
    expect(waits.at(-1)?.milliseconds).toBe(102)
    await periodic.stop()
  })

  it('stops while it waits, and waits for the run under way', async () => {
    let ended = false
    const { waits, periodic, runs } = started(async () => {
      await turn()
      await turn()
      ended = true
    })
    waits.at(-1)?.end()
    await turn()
    await periodic.stop()
    expect(ended).toBe(true)
    waits.at(-1)?.end()
    await periodic.runNow()
    expect(runs()).toBe(1)
  })
})
