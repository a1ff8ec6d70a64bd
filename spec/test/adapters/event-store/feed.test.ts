import { Feed } from '@forgefold/adapters/event-store'
import {
  type EventId,
  type Instant,
  type Position,
  type Revision,
  type StoredEvent,
  streamName,
  systemActor,
} from '@forgefold/core/kernel'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'

const eventAt = (position: number): StoredEvent => ({
  id: `00000000-0000-4000-8000-${String(position).padStart(12, '0')}` as EventId,
  type: position % 3 === 0 ? 'Third' : 'Other',
  version: 1,
  data: {},
  metadata: { at: '2026-01-01T00:00:00.000Z' as Instant, actor: systemActor('test'), correlationId: 'test' },
  stream: streamName('thing', String(position)),
  revision: 0 as Revision,
  position: position as Position,
})

/** A history in memory, of which a feed tells; counts how often it is read. */
const setUp = () => {
  const log: Array<StoredEvent> = []
  let reads = 0
  const feed = new Feed(({ after = 0 as Position, limit = 1000, filter }) => {
    reads++
    const rest = log.slice(after, after + limit)
    const upTo = rest.at(-1)?.position ?? after
    const events = rest.filter(({ type }) => filter?.types?.includes(type) ?? true)
    return { kind: 'Read', events, upTo, end: upTo >= log.length }
  })
  const write = (count: number): ReadonlyArray<StoredEvent> => {
    const written = Array.from({ length: count }, (_, index) => eventAt(log.length + index + 1))
    log.push(...written)
    return written
  }
  return { feed, log, write, reads: () => reads }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

it('gives a subscriber that was busy what was written meanwhile without reading the history', async () => {
  const { feed, log, write, reads } = setUp()
  const heard: Array<number> = []
  let isLive = false
  feed.subscribe({
    onEvents: async (events) => {
      await turn()
      heard.push(...events.map(({ position }) => position))
    },
    onCaughtUp: () => {
      isLive = true
    },
  })
  await vi.waitFor(() => expect(isLive).toBe(true), 60_000)
  const before = reads()
  for (let n = 0; n < 50; n++) {
    feed.wake(write(2))
    if (n % 5 === 0) await turn()
  }
  await vi.waitFor(() => expect(heard).toEqual(log.map(({ position }) => position)), 60_000)
  expect(reads()).toBe(before)
  await feed.close()
})

/** Writes by this process, which the feed is told of; by others, which it is woken for; and turns of the event loop. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('own' as const), count: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ kind: fc.constant('others' as const), count: fc.integer({ min: 1, max: 5 }), isTold: fc.boolean() }),
  fc.record({ kind: fc.constant('turn' as const) }),
)

it('tells everybody everything once and in order, however busy they are and whoever wrote it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.integer({ min: 0, max: 4 }), async (steps, turns) => {
      const { feed, log, write } = setUp()
      const heard: Record<'all' | 'busy' | 'thirds', Array<number>> = { all: [], busy: [], thirds: [] }
      const noting = (name: keyof typeof heard) => (events: ReadonlyArray<StoredEvent>) => {
        heard[name].push(...events.map(({ position }) => position))
      }
      const busy = async (name: keyof typeof heard, events: ReadonlyArray<StoredEvent>): Promise<void> => {
        for (let n = 0; n < turns; n++) await turn()
        noting(name)(events)
      }
      feed.subscribe({ onEvents: noting('all') })
      feed.subscribe({ onEvents: (events) => busy('busy', events) })
      feed.subscribe({ filter: { types: ['Third'] }, onEvents: (events) => busy('thirds', events) })
      for (const one of steps) {
        if (one.kind === 'turn') await turn()
        else if (one.kind === 'own') feed.wake(write(one.count))
        else {
          write(one.count)
          if (one.isTold) feed.wake()
        }
      }
      feed.wake()
      const positions = log.map(({ position }) => position)
      await vi.waitFor(() => expect(heard.busy).toEqual(positions), 60_000)
      expect(heard.all).toEqual(positions)
      const thirds = positions.filter((position) => position % 3 === 0)
      await vi.waitFor(() => expect(heard.thirds).toEqual(thirds), 60_000)
      await feed.close()
    }),
  )
})

it.each([
  ['that this process wrote first', 0, true],
  ['that this process wrote', 10, true],
  ['that others wrote', 10, false],
])('gives very many at once, %s, in parts with turns between them to who had caught up', async (_, earlier, isOwn) => {
  const { feed, log, write } = setUp()
  const batches: Array<{ readonly size: number; readonly turn: number }> = []
  let turns = 0
  let isLive = false
  let isBehind = true
  const others = (async () => {
    for (; isBehind; turns++) await turn()
  })()
  feed.subscribe({
    atOnce: 4096,
    onEvents: (events) => {
      batches.push({ size: events.length, turn: turns })
    },
    onCaughtUp: () => {
      isLive = true
    },
  })
  await vi.waitFor(() => expect(isLive).toBe(true), 60_000)
  if (earlier > 0) feed.wake(write(earlier))
  batches.length = 0
  const written = write(3000)
  feed.wake(isOwn ? written : [])
  const delivered = (): number => batches.reduce((sum, { size }) => sum + size, 0)
  await vi.waitFor(() => expect(delivered()).toBe(log.length - earlier), 60_000)
  isBehind = false
  await others
  expect(Math.max(...batches.map(({ size }) => size))).toBeLessThanOrEqual(512)
  expect(new Set(batches.map((batch) => batch.turn)).size).toBe(batches.length)
  await feed.close()
})

it('gives who has not caught up yet as much at once as it asks for', async () => {
  const { feed, write } = setUp()
  write(3000)
  const sizes: Array<number> = []
  let isLive = false
  feed.subscribe({
    atOnce: 2000,
    onEvents: (events) => {
      sizes.push(events.length)
    },
    onCaughtUp: () => {
      isLive = true
    },
  })
  await vi.waitFor(() => expect(isLive).toBe(true), 60_000)
  expect(sizes).toEqual([2000, 1000])
  await feed.close()
})
