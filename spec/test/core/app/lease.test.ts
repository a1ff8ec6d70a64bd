import { setImmediate as turn } from 'node:timers/promises'
import { systemClock } from '@forgefold/adapters/clock'
import { makeIds } from '@forgefold/adapters/crypto'
import { makeMemoryEventStore } from '@forgefold/adapters/memory'
import { keepLease, type Lease } from '@forgefold/core/app'
import { type Revision, streamName } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const TERM = 600

/** Time that passes when it is told to. */
class Time {
  now = 0
  readonly #waiting: Array<{ readonly at: number; readonly resolve: () => void }> = []

  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ at: this.now + milliseconds, resolve })
    })
  }

  async pass(milliseconds: number, after: () => void = () => undefined): Promise<void> {
    const end = this.now + milliseconds
    while (this.now < end) {
      this.now++
      for (const timer of this.#waiting.filter(({ at }) => at <= this.now)) {
        this.#waiting.splice(this.#waiting.indexOf(timer), 1)
        timer.resolve()
      }
      await turn()
      after()
    }
  }
}

/** A holder in a process of its own, whose way to the store may break and whose clock may drift. */
class Process {
  readonly taken: Array<Revision> = []
  reach: 'well' | 'unavailable' | 'unknown' | 'written but unknown' = 'well'
  asleep = false
  lost = 0
  readonly lease: Lease

  constructor(store: EventStore, time: Time, name: string, pace = 1) {
    const append: EventStore['append'] = async (...input) => {
      if (this.reach === 'unavailable') return { kind: 'Unavailable', reason: 'cut off' }
      const outcome = this.reach === 'unknown' ? undefined : await store.append(...input)
      return outcome === undefined || this.reach !== 'well' ? { kind: 'OutcomeUnknown', reason: 'no answer' } : outcome
    }
    const readStream: EventStore['readStream'] = async (...input) =>
      this.reach === 'well' ? store.readStream(...input) : { kind: 'Unavailable', reason: 'cut off' }
    const pause = async (milliseconds: number): Promise<void> => {
      do await time.pause(milliseconds / pace)
      while (this.asleep)
    }
    this.lease = keepLease({
      store: { ...store, append, readStream },
      clock: systemClock,
      ids: makeIds(),
      pause,
      elapsed: () => time.now * pace,
      name: 'reactors',
      holder: name,
      term: TERM,
      onTaken: (fence) => this.taken.push(fence),
      onLost: () => {
        this.lost++
      },
    })
  }
}

const started = (...paces: ReadonlyArray<number>) => {
  const time = new Time()
  const store = makeMemoryEventStore()
  const processes = (paces.length === 0 ? [1, 1, 1] : paces).map((pace, n) => new Process(store, time, `p${n}`, pace))
  const holders = () => processes.filter(({ lease }) => lease.held())
  const stop = async () => {
    for (const process of processes) {
      process.asleep = false
      process.reach = 'well'
    }
    const stopping = processes.map(({ lease }) => lease.stop())
    await time.pass(10)
    await Promise.all(stopping)
  }
  return { time, store, processes, holders, stop }
}

describe('a lease', () => {
  it('is taken by one of those who ask, and kept as long as it lives', async () => {
    const { time, processes, holders, stop } = started()
    await time.pass(5)
    expect(holders()).toHaveLength(1)
    const [first] = holders()
    await time.pass(TERM * 5, () => expect(holders()).toEqual([first]))
    expect(processes.flatMap(({ taken }) => taken)).toHaveLength(1)
    await stop()
  })

  it('goes to another when its holder falls silent, within two terms, with a higher fence', async () => {
    const { time, holders, stop } = started()
    await time.pass(5)
    const [first] = holders()
    const fence = first?.lease.fence() as Revision
    if (first !== undefined) first.reach = 'unavailable'
    await time.pass(TERM * 2, () => expect(holders().length).toBeLessThanOrEqual(1))
    const [second] = holders()
    expect(second).not.toBe(first)
    expect(second?.lease.fence()).toBeGreaterThan(fence)
    expect(first).toMatchObject({ lost: 1 })
    expect(first?.lease.fence()).toBe(undefined)
    await stop()
  })

  it('is not ours any longer after sleeping through our term', async () => {
    const { time, holders, stop } = started()
    await time.pass(5)
    const [first] = holders()
    if (first !== undefined) first.asleep = true
    await time.pass(TERM * 2, () => expect(holders().length).toBeLessThanOrEqual(1))
    expect(first?.lease.held()).toBe(false)
    if (first !== undefined) first.asleep = false
    await time.pass(TERM, () => expect(holders()).toHaveLength(1))
    await stop()
  })

  it('given back is taken at once', async () => {
    const { time, holders, stop } = started()
    await time.pass(5)
    const [first] = holders()
    await first?.lease.stop()
    expect(holders()).toEqual([])
    await time.pass(TERM / 6 + 5)
    expect(holders()).toHaveLength(1)
    await stop()
  })

  it('is ours again at once when our own word was written and its answer lost', async () => {
    const { time, holders, stop } = started(1)
    await time.pass(5)
    const [only] = holders()
    if (only !== undefined) only.reach = 'written but unknown'
    await time.pass(TERM / 6 + 2)
    if (only !== undefined) only.reach = 'well'
    await time.pass(TERM / 2)
    expect(holders()).toEqual([only])
    await stop()
  })

  it('survives in the store: a restarted holder waits for the silence of its former self', async () => {
    const { time, store, processes, holders } = started(1)
    await time.pass(5)
    const [former] = processes
    if (former !== undefined) former.asleep = true
    const restarted = new Process(store, time, 'p0, restarted')
    await time.pass(TERM - 10)
    expect(restarted.lease.held()).toBe(false)
    await time.pass(TERM / 2)
    expect(restarted.lease.held()).toBe(true)
    expect(holders()).toEqual([])
  })

  it('is never held twice, and its fences only grow, whatever happens to whom', async () => {
    const trouble = fc.record({
      who: fc.nat(2),
      what: fc.constantFrom('well', 'unavailable', 'unknown', 'written but unknown', 'asleep', 'awake'),
      wait: fc.integer({ min: 1, max: TERM }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(trouble, { minLength: 1, maxLength: 12 }), async (troubles) => {
        const { time, store, processes, holders, stop } = started(1, 0.97, 1.03)
        for (const { who, what, wait } of troubles) {
          const process = processes[who] as Process
          if (what === 'asleep' || what === 'awake') process.asleep = what === 'asleep'
          else process.reach = what
          await time.pass(wait, () => expect(holders().length).toBeLessThanOrEqual(1))
        }
        for (const process of processes) {
          process.asleep = false
          process.reach = 'well'
        }
        await time.pass(TERM * 2)
        expect(holders()).toHaveLength(1)
        const read = await store.readStream(streamName('lease', 'reactors'), { limit: 10_000 })
        const events = read.kind === 'Read' ? read.events : []
        const fences = processes.flatMap(({ taken }) => taken)
        expect(new Set(fences).size).toBe(fences.length)
        for (const fence of fences) expect(events[fence]?.type).toBe('LeaseTaken')
        await stop()
      }),
      { numRuns: 25 },
    )
  })
})
