import assert from 'node:assert/strict'
import type { Position } from '@forgefold/core/kernel'
import type { Law } from '../law.js'
import { appended, eventually, idsOf, listen, plain, wholeHistory } from './asking.js'
import type { StoreTrait, StoreWorld } from './world.js'

type StoreLaw = Law<StoreWorld, StoreTrait>

const write = async ({ store, stream, events, random }: StoreWorld, batches: number, type?: string): Promise<void> => {
  for (let batch = 0; batch < batches; batch++)
    await appended(store, stream(random.below(3)), events(1 + random.below(3), type), 'any')
}

const ours = ({ category }: StoreWorld) => ({ categories: [category] })

export const feedLaws: ReadonlyArray<StoreLaw> = [
  {
    name: 'history, then caught up, then live, without a seam',
    holds: async (world) => {
      const { store } = world
      await write(world, 10)
      const before = (await wholeHistory(store, { filter: ours(world) })).length
      const listener = listen(store, { filter: ours(world) })
      // Some of these fall into its catching up, some come live.
      await write(world, 10)
      await eventually('caught up', () => listener.caughtUpAfter.length > 0)
      await write(world, 10)
      const all = idsOf(await wholeHistory(store, { filter: ours(world) }))
      await eventually('all events', () => listener.events.length >= all.length)
      assert.deepEqual(idsOf(listener.events), all)
      assert.ok((listener.caughtUpAfter[0] ?? 0) >= before, 'caught up was told before the history was done')
      await listener.stop()
    },
  },
  {
    name: 'a subscriber is told of each event just what a reader finds, whether the events of its append have metadata in common or not',
    holds: async (world) => {
      const { store, stream, events } = world
      const listener = listen(store, { filter: ours(world) })
      await eventually('caught up', () => listener.caughtUpAfter.length > 0)
      const alike = events(3)
      const metadata = alike[0]?.metadata ?? assert.fail()
      await appended(store, stream(), events(3), 'any')
      await appended(
        store,
        stream(),
        alike.map((event) => ({ ...event, metadata })),
        'any',
      )
      await eventually('all events', () => listener.events.length >= 6)
      assert.deepEqual(listener.events.map(plain), await wholeHistory(store, { filter: ours(world) }))
      assert.equal(new Set(listener.events.map((event) => event.metadata.at)).size, 4)
      await listener.stop()
    },
  },
  {
    name: 'a subscription from p never repeats p and never misses p+1',
    holds: async (world) => {
      const { store, random } = world
      await write(world, 15)
      const all = await wholeHistory(store, { filter: ours(world) })
      const pivot = random.below(all.length - 1)
      const listener = listen(store, { after: all[pivot]?.position as Position, filter: ours(world) })
      await write(world, 3)
      const expected = idsOf((await wholeHistory(store, { filter: ours(world) })).slice(pivot + 1))
      await eventually('the rest', () => listener.events.length >= expected.length)
      assert.deepEqual(idsOf(listener.events), expected)
      await listener.stop()
    },
  },
  {
    name: 'a subscription resumes from any position it was told',
    holds: async (world) => {
      const { store } = world
      const heard: Array<string> = []
      let upTo: Position | undefined
      for (let life = 0; life < 5; life++) {
        await write(world, 4)
        const written = (await wholeHistory(store, { filter: ours(world) })).length
        const listener = listen(store, { filter: ours(world), ...(upTo === undefined ? {} : { after: upTo }) })
        await eventually('this life’s events', () => heard.length + listener.events.length >= written)
        await listener.stop()
        heard.push(...idsOf(listener.events))
        upTo = listener.calls.at(-1)?.upTo ?? upTo
      }
      assert.deepEqual(heard, idsOf(await wholeHistory(store, { filter: ours(world) })))
    },
  },
  {
    name: 'a filtered feed still advances its checkpoint',
    holds: async (world) => {
      const { store } = world
      await write(world, 40)
      const last = (await wholeHistory(store, { filter: ours(world) })).at(-1)?.position as Position
      const listener = listen(store, { filter: { categories: [`${world.category}x`] } })
      await eventually('the end of the history', () => (listener.calls.at(-1)?.upTo ?? -1) >= last)
      assert.deepEqual(listener.events, [])
      await listener.stop()
    },
  },
  {
    name: 'batches come in order, one at a time, and their ends agree with their events',
    holds: async (world) => {
      const { store } = world
      let inside = 0
      let count = 0
      let at = -1
      const subscription = store.subscribe({
        onEvents: async (batch, upTo) => {
          assert.equal(inside++, 0, 'a call while another was pending')
          await new Promise((resolve) => setImmediate(resolve))
          for (const event of batch) {
            assert.ok(event.position > at)
            at = event.position
            if (event.stream.startsWith(world.category)) count++
          }
          assert.ok(upTo >= at)
          at = upTo
          inside--
        },
        onDropped: (error) => {
          count = Number.NaN
          throw error
        },
      })
      await write(world, 30)
      const all = (await wholeHistory(store, { filter: ours(world) })).length
      await eventually('all events', () => count === all)
      await subscription.stop()
    },
  },
  {
    name: 'a failing subscriber is dropped, and no other',
    holds: async (world) => {
      const { store } = world
      const dropped: Array<unknown> = []
      let calls = 0
      const failure = new Error('the subscriber failed')
      const failing = (fail: () => void | Promise<void>) =>
        store.subscribe({
          filter: ours(world),
          onEvents: () => {
            calls++
            return fail()
          },
          onDropped: (error) => {
            dropped.push(error)
          },
        })
      failing(() => {
        throw failure
      })
      failing(() => Promise.reject(failure))
      const listener = listen(store, { filter: ours(world) })
      await write(world, 5)
      await eventually('both dropped', () => dropped.length === 2)
      const called = calls
      await write(world, 5)
      const all = idsOf(await wholeHistory(store, { filter: ours(world) }))
      await eventually('the other hears all', () => listener.events.length >= all.length)
      assert.deepEqual(idsOf(listener.events), all)
      assert.deepEqual([calls, dropped], [called, [failure, failure]])
      await listener.stop()
    },
  },
  {
    name: 'no call comes after a stop has resolved',
    holds: async (world) => {
      const listener = listen(world.store)
      await write(world, 5)
      await listener.stop()
      const calls = listener.calls.length
      await write(world, 5)
      await new Promise((resolve) => setTimeout(resolve, 30))
      assert.equal(listener.calls.length, calls)
      await listener.stop()
    },
  },
  {
    name: 'a subscriber may itself append',
    holds: async (world) => {
      const { store, events, stream } = world
      let echoed = 0
      const echo = store.subscribe({
        filter: { categories: [world.category], types: ['Asked'] },
        onEvents: (batch) => {
          for (const _ of batch) void appended(store, stream(9), events(1, 'Answered'), 'any').then(() => echoed++)
        },
      })
      const listener = listen(store, { filter: { categories: [world.category], types: ['Answered'] } })
      await write(world, 10, 'Asked')
      const asked = (await wholeHistory(store, { filter: { categories: [world.category], types: ['Asked'] } })).length
      await eventually('all answers', () => listener.events.length === asked && echoed === asked)
      await Promise.all([echo.stop(), listener.stop()])
    },
  },
]
