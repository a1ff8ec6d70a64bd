import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { systemClock } from '@forgefold/adapters/clock'
import { makeIds } from '@forgefold/adapters/crypto'
import { MemoryHistory, makeMemoryEventStore } from '@forgefold/adapters/memory'
import { makeNumbers, type Numbers } from '@forgefold/core/app'
import { type EventId, type NewEvent, streamName, systemActor } from '@forgefold/core/kernel'
import { competitor } from '@forgefold/spec/processes'
import { randomFrom, type StoreFaults, untilNothingIsLate, withFaults } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const over = (history: MemoryHistory, seed: number, trouble: StoreFaults): Numbers =>
  makeNumbers(withFaults(makeMemoryEventStore(history), randomFrom(seed), trouble), systemClock, makeIds(), () =>
    turn(),
  )

const takeAll = async (
  servers: ReadonlyArray<Numbers>,
  each: number,
): Promise<{ readonly taken: ReadonlyArray<number>; readonly refused: number }> => {
  const results = await Promise.all(
    servers.flatMap((numbers, server) =>
      Array.from({ length: each }, async (_, index) => {
        // Some at once, some one after another.
        for (let left = (index + server) % 4; left > 0; left--) await turn()
        return numbers.next('thing')
      }),
    ),
  )
  const taken = results.flatMap((result) => (E.isRight(result) ? [result.right] : []))
  return { taken, refused: results.length - taken.length }
}

const ascending = (numbers: ReadonlyArray<number>): ReadonlyArray<number> => [...numbers].sort((a, b) => a - b)

describe('numbers', () => {
  it('are 1, 2, 3, … without a gap where nothing fails, whoever asks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 40 }), async (servers, each) => {
        const history = new MemoryHistory()
        const numbers = Array.from({ length: servers }, (_, index) => over(history, index, {}))
        const { taken } = await takeAll(numbers, each)
        expect(ascending(taken)).toEqual(Array.from({ length: servers * each }, (_, index) => index + 1))
      }),
      { numRuns: 40 },
    )
  })

  it('are never given twice, whatever the store does to the answers', async () => {
    const trouble = { lostAnswer: 0.2, lostAppend: 0.1, unavailable: 0.05, late: 0.1 }
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const history = new MemoryHistory()
        const numbers = [1, 2, 3].map((server) => over(history, seed + server, trouble))
        const { taken, refused } = await takeAll(numbers, 30)
        expect(new Set(taken).size).toBe(taken.length)
        expect(taken.length + refused).toBe(90)
        expect(taken.length).toBeGreaterThan(0)
        await untilNothingIsLate()
      }),
      { numRuns: 40 },
    )
  })

  it('go on where a counter of single numbers ends, as earlier versions wrote them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }), async (before, after) => {
        const history = new MemoryHistory()
        const store = makeMemoryEventStore(history)
        const metadata = { at: systemClock.now(), actor: systemActor('numbers'), correlationId: makeIds().commandId() }
        const single = (): NewEvent => ({
          id: makeIds().uuid() as EventId,
          type: 'NumberTaken',
          version: 1,
          data: {},
          metadata,
        })
        await store.append(streamName('counter', 'thing'), Array.from({ length: before }, single), 'noStream')
        const numbers = [over(history, 1, {}), over(history, 2, {})]
        const { taken } = await takeAll(numbers, after)
        expect(ascending(taken)).toEqual(Array.from({ length: 2 * after }, (_, index) => before + index + 1))
      }),
      { numRuns: 20 },
    )
  })

  it('can be chosen, each once, and are left out of none that follow', async () => {
    const wish = fc.record({
      choose: fc.option(fc.integer({ min: 1, max: 25 }), { nil: undefined }),
      server: fc.nat(1),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { maxLength: 30 }), async (wishes) => {
        const history = new MemoryHistory()
        const servers = [over(history, 1, {}), over(history, 2, {})]
        const given = new Set<number>()
        for (const { choose, server } of wishes) {
          const numbers = servers[server] as Numbers
          const highest = Math.max(0, ...given)
          if (choose === undefined) expect(await numbers.next('thing')).toEqual(E.right(highest + 1))
          else expect(await numbers.choose('thing', choose)).toEqual(E.right(!given.has(choose)))
          given.add(choose ?? highest + 1)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('are never given twice where several choose the same ones at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 24 }), async (wanted) => {
        const history = new MemoryHistory()
        const servers = [over(history, 1, {}), over(history, 2, {})]
        const asked = wanted.map((number, index) => (servers[index % 2] as Numbers).choose('thing', number))
        const next = servers.map((numbers) => numbers.next('thing'))
        const chosen = (await Promise.all(asked)).flatMap((is, at) => (E.isRight(is) && is.right ? [wanted[at]] : []))
        const all = [...chosen, ...(await Promise.all(next)).map((number) => (E.isRight(number) ? number.right : 0))]
        expect(new Set(all).size).toBe(all.length)
      }),
      { numRuns: 60 },
    )
  })

  it('are one event for all who wait together', async () => {
    const history = new MemoryHistory()
    const numbers = over(history, 1, {})
    await Promise.all(Array.from({ length: 50 }, () => numbers.next('thing')))
    const read = await makeMemoryEventStore(history).readStream(streamName('counter', 'thing'))
    expect(read).toMatchObject({ kind: 'Read', events: [{ type: 'NumbersTaken', data: { last: 50 } }] })
  })

  it('count each counter by itself', async () => {
    const numbers = over(new MemoryHistory(), 1, {})
    expect(await numbers.next('project-1-deployment')).toEqual(E.right(1))
    expect(await numbers.next('project-2-deployment')).toEqual(E.right(1))
    expect(await numbers.next('project-1-deployment')).toEqual(E.right(2))
  })

  it('and names hold between processes on one SQLite file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'forgefold-compete-'))
    try {
      const run = (name: string) =>
        promisify(execFile)(process.execPath, [fileURLToPath(competitor), join(folder, 'events.sqlite'), name, '120'])
      const reports = (await Promise.all(['a', 'b', 'c'].map(run))).map(
        ({ stdout }) => JSON.parse(stdout) as { taken: Array<number>; won: Array<number>; failures: Array<string> },
      )
      expect(reports.flatMap(({ failures }) => failures)).toEqual([])
      expect(ascending(reports.flatMap(({ taken }) => taken))).toEqual(Array.from({ length: 360 }, (_, n) => n + 1))
      expect(ascending(reports.flatMap(({ won }) => won))).toEqual(Array.from({ length: 120 }, (_, n) => n))
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
