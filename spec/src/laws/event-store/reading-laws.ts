import assert from 'node:assert/strict'
import {
  type Instant,
  instantOf,
  millisecondsOf,
  type NewEvent,
  type Position,
  type Revision,
  type StoredEvent,
} from '@forgefold/core/kernel'
import type { Law } from '../law.js'
import { appended, idsOf, plain, wholeHistory, wholeStream } from './asking.js'
import type { StoreTrait, StoreWorld } from './world.js'

type StoreLaw = Law<StoreWorld, StoreTrait>

/** Writes a few dozen events over a few streams. */
const populate = async ({ store, stream, events, random }: StoreWorld): Promise<ReadonlyArray<NewEvent>> => {
  const all: Array<NewEvent> = []
  for (let batch = 0; batch < 20; batch++) {
    const written = events(1 + random.below(3), random.pick(['Opened', 'Changed', 'Closed']))
    await appended(store, stream(random.below(4)), written, 'any')
    all.push(...written)
  }
  return all
}

const strictlyIncreasing = (positions: ReadonlyArray<number>): boolean =>
  positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? Infinity))

export const readingLaws: ReadonlyArray<StoreLaw> = [
  {
    name: 'forwards and backwards mirror each other',
    holds: async (world) => {
      const { store, category, stream, random } = world
      await populate(world)
      const filter = { categories: [category] }
      const forwards = await wholeHistory(store, { filter, limit: 1 + random.below(7) })
      const backwards = await wholeHistory(store, { filter, limit: 1 + random.below(7), direction: 'backwards' })
      assert.deepEqual([...backwards].reverse(), forwards)
      for (let n = 0; n < 4; n++) {
        const up = await wholeStream(store, stream(n), 1 + random.below(5))
        const down = await store.readStream(stream(n), { direction: 'backwards' })
        assert.deepEqual(down.kind === 'Read' ? [...down.events].reverse().map(plain) : [], up)
      }
    },
  },
  {
    name: 'a stream is read from any place in either direction',
    holds: async ({ store, stream, events }) => {
      await appended(store, stream(), events(9), 'noStream')
      const revisions = async (from: number, direction: 'forwards' | 'backwards', limit: number) => {
        const read = await store.readStream(stream(), { from: from as Revision, direction, limit })
        assert.equal(read.kind, 'Read')
        assert.equal(read.kind === 'Read' && read.head, 8)
        return read.kind === 'Read' ? read.events.map((event) => Number(event.revision)) : []
      }
      assert.deepEqual(await revisions(3, 'forwards', 3), [3, 4, 5])
      assert.deepEqual(await revisions(7, 'forwards', 9), [7, 8])
      assert.deepEqual(await revisions(3, 'backwards', 2), [3, 2])
      assert.deepEqual(await revisions(1, 'backwards', 9), [1, 0])
      assert.deepEqual(await revisions(99, 'backwards', 2), [8, 7])
    },
  },
  {
    name: 'reading past the head is empty, reading nothing is not-found',
    holds: async ({ store, stream, events }) => {
      assert.deepEqual(await store.readStream(stream()), { kind: 'StreamNotFound' })
      assert.deepEqual(await store.readStream(stream(), { direction: 'backwards', limit: 1 }), {
        kind: 'StreamNotFound',
      })
      await appended(store, stream(), events(2), 'noStream')
      assert.deepEqual(await store.readStream(stream(), { from: 2 as Revision }), { kind: 'Read', events: [], head: 1 })
      const end = (await wholeHistory(store)).at(-1)?.position as Position
      const beyond = await store.readAll({ after: end })
      assert.ok(beyond.kind === 'Read' && beyond.events.every((event) => event.position > end))
    },
  },
  {
    name: 'positions strictly increase in commit order and are shared by read and subscribe',
    holds: async ({ store, category, stream, events, random }) => {
      const told: Array<Position> = []
      for (let n = 0; n < 15; n++) {
        const target = stream(random.below(3))
        const { position } = await appended(store, target, events(1 + random.below(3)), 'any')
        const last = await store.readStream(target, { direction: 'backwards', limit: 1 })
        assert.equal(last.kind === 'Read' && last.events[0]?.position, position)
        told.push(position)
      }
      assert.ok(strictlyIncreasing(told))
      const all = await wholeHistory(store, { limit: 7 })
      assert.ok(strictlyIncreasing(all.map((event) => event.position)))
      const ours = all.filter((event) => event.stream.startsWith(category)).map((event) => event.position)
      const heard: Array<Position> = []
      await new Promise<void>((resolve) => {
        const subscription = store.subscribe({
          filter: { categories: [category] },
          onEvents: (batch) => {
            for (const event of batch) heard.push(event.position)
            if (heard.length === ours.length) resolve(undefined)
          },
        })
        return subscription
      })
      assert.deepEqual(heard, ours)
    },
  },
  {
    name: 'positions are dense',
    needs: ['densePositions'],
    holds: async (world) => {
      await populate(world)
      await world.store.append(world.stream(), world.events(1), 'noStream')
      await populate(world)
      const positions = (await wholeHistory(world.store, { limit: 11 })).map((event) => Number(event.position))
      assert.deepEqual(
        positions,
        Array.from(positions, (_, index) => (positions[0] ?? 0) + index),
      )
    },
  },
  {
    name: 'nothing appears below a position already read',
    holds: async ({ store, category, stream, events, random }) => {
      const ours = { categories: [category] }
      /** Where the last of our events stands, once all are written: others may write for ever, and faster than three at a time are read. */
      let head: Position | undefined
      const write = async (n: number): Promise<void> => {
        for (let batch = 0; batch < 25; batch++) await appended(store, stream(n), events(1 + random.below(2)), 'any')
      }
      const tailed: Array<string> = []
      const tail = async (): Promise<void> => {
        let after: Position | undefined
        while (head === undefined || after === undefined || after < head) {
          const read = await store.readAll({ limit: 3, ...(after === undefined ? {} : { after }) })
          assert.equal(read.kind, 'Read')
          if (read.kind !== 'Read') return
          tailed.push(...idsOf(read.events.map(plain).filter((event) => event.stream.startsWith(category))))
          after = read.upTo
          if (read.end) await new Promise((resolve) => setTimeout(resolve, 1))
        }
      }
      const tailing = tail()
      await Promise.all([write(1), write(2), write(3), write(4)])
      head = (await wholeHistory(store, { filter: ours })).at(-1)?.position
      await tailing
      assert.deepEqual(tailed, idsOf(await wholeHistory(store, { filter: ours })))
    },
  },
  {
    name: 'each filter narrows: by category, by type, by time, and all of them together',
    holds: async (world) => {
      const { store, category, random } = world
      const written = await populate(world)
      const at = (index: number): Instant => (written[index] as NewEvent).metadata.at
      const [since, until] = [at(5), at(written.length - 5)]
      const inTime = (event: NewEvent): boolean => event.metadata.at >= since && event.metadata.at < until
      const limit = 1 + random.below(6)
      const read = async (filter: Parameters<typeof wholeHistory>[1] & object) =>
        idsOf(await wholeHistory(store, filter))
      const categories = [category, 'nothing']
      const types = ['Opened', 'Closed']
      const wanted = (event: NewEvent): boolean => types.includes(event.type)
      assert.deepEqual(await read({ limit, filter: { categories } }), idsOf(written))
      assert.deepEqual(await read({ limit, filter: { categories, types } }), idsOf(written.filter(wanted)))
      assert.deepEqual(await read({ limit, filter: { categories, since, until } }), idsOf(written.filter(inTime)))
      const both = { categories, types, since, until }
      const few = written.filter((event) => wanted(event) && inTime(event))
      assert.deepEqual(await read({ limit, filter: both }), idsOf(few))
      const backwards = await read({ limit, filter: both, direction: 'backwards' })
      assert.deepEqual([...backwards].reverse(), idsOf(few))
      assert.deepEqual(await read({ limit, filter: { categories: ['nothing'] } }), [])
      assert.deepEqual(await read({ limit, filter: { categories: [] } }), [])
    },
  },
  {
    name: 'reading goes on from any position in either direction',
    holds: async (world) => {
      const { store, category, random } = world
      await populate(world)
      const filter = { categories: [category] }
      const all = await wholeHistory(store, { filter })
      const pivot = random.below(all.length)
      const after = all[pivot]?.position as Position
      assert.deepEqual(await wholeHistory(store, { filter, after, limit: 4 }), all.slice(pivot + 1))
      const before = await wholeHistory(store, { filter, after, limit: 4, direction: 'backwards' })
      assert.deepEqual([...before].reverse(), all.slice(0, pivot))
    },
  },
  {
    name: 'data and metadata survive byte for byte',
    holds: async ({ store, stream, events }) => {
      const odd = ['', '\u0000', 'ä€😀', '\ud800', '"\\\n\r\u2028', ' padded ', '0', 'null']
      const values = [
        ...odd,
        'x'.repeat(70_000),
        0,
        -0.5,
        2 ** 53 - 1,
        1e-7,
        true,
        false,
        null,
        [],
        {},
        [[null]],
        { a: { b: [1, 'c'] } },
      ]
      const at = instantOf(millisecondsOf('2022-04-11T03:02:32.123Z' as Instant))
      const batch = events(values.length).map(
        (event, index): NewEvent => ({
          ...event,
          version: 1 + (index % 3),
          data: { value: values[index], 'odd key ✓': odd },
          metadata: { ...event.metadata, at, requestId: `ä\u0000${index}`, causationId: event.id, sourceIp: '::1' },
        }),
      )
      await appended(store, stream(), batch, 'noStream')
      const back = await wholeStream(store, stream())
      assert.equal(back.length, batch.length)
      for (const [index, event] of batch.entries()) {
        const found = back[index]
        assert.deepEqual(
          [found?.id, found?.type, found?.version, found?.stream, found?.data],
          [event.id, event.type, event.version, stream(), event.data],
        )
        assert.equal(JSON.stringify(found?.metadata), JSON.stringify(event.metadata))
      }
    },
  },
  {
    name: 'what was read or given cannot be changed from outside',
    holds: async ({ store, stream, events }) => {
      const data = { list: [1] }
      const [event] = events(1) as [NewEvent]
      await appended(store, stream(), [{ ...event, data }], 'noStream')
      data.list.push(2)
      const [first] = (await wholeStream(store, stream())) as [StoredEvent]
      try {
        ;(first.data as { list: Array<number> }).list.push(3)
      } catch {
        // A store may hand out frozen data.
      }
      assert.deepEqual((await wholeStream(store, stream()))[0]?.data, { list: [1] })
    },
  },
]
