import assert from 'node:assert/strict'
import type { Revision } from '@forgefold/core/kernel'
import type { Law } from '../law.js'
import type { Random } from '../random.js'
import { appended, eventually, idsOf, listen, wholeHistory, wholeStream } from './asking.js'
import { makeWorld, type StorePlace, type StoreTrait } from './world.js'

/** These laws open and close stores themselves. */
export interface Lifetime {
  readonly place: StorePlace
  readonly random: Random
}

export const lifetimeLaws: ReadonlyArray<Law<Lifetime, StoreTrait>> = [
  {
    name: 'an empty history is empty in every way',
    holds: async ({ place }) => {
      const store = await place.connect()
      assert.deepEqual(await store.readAll({ filter: { categories: ['law'] } }).then((read) => read.kind), 'Read')
      assert.deepEqual(await wholeHistory(store, { filter: { categories: ['law'] } }), [])
      const listener = listen(store, { filter: { categories: ['law'] } })
      await eventually('caught up', () => listener.caughtUpAfter.length > 0)
      assert.deepEqual(listener.events, [])
      await store.close()
    },
  },
  {
    name: 'closing finishes the appends under way, then refuses',
    needs: ['durable'],
    holds: async ({ place, random }) => {
      const store = await place.connect()
      const world = makeWorld(store, random, 'closing')
      const batches = Array.from({ length: 50 }, () => world.events(2))
      const underWay = batches.map((batch, index) => store.append(world.stream(index), batch, 'noStream'))
      await store.close()
      const outcomes = await Promise.all(underWay)
      assert.ok(outcomes.every(({ kind }) => kind === 'Appended'))
      assert.equal((await store.append(world.stream(), world.events(1), 'any')).kind, 'Unavailable')
      assert.equal((await store.readStream(world.stream())).kind, 'Unavailable')
      assert.equal((await store.readAll()).kind, 'Unavailable')
      await store.close()
      const again = await place.connect()
      for (const [index, batch] of batches.entries())
        assert.deepEqual(idsOf(await wholeStream(again, world.stream(index))), idsOf(batch))
      await again.close()
    },
  },
  {
    name: 'closing ends every subscription',
    holds: async ({ place, random }) => {
      const store = await place.connect()
      const world = makeWorld(store, random, 'ending')
      await appended(store, world.stream(), world.events(3), 'noStream')
      const listener = listen(store)
      await eventually('caught up', () => listener.caughtUpAfter.length > 0)
      await store.close()
      const calls = listener.calls.length
      await new Promise((resolve) => setTimeout(resolve, 40))
      assert.equal(listener.calls.length, calls)
    },
  },
  {
    name: 'a history outlives its store',
    needs: ['durable'],
    holds: async ({ place, random }) => {
      const lives = 4
      const written: Array<string> = []
      const world = makeWorld(await place.connect(), random, 'living')
      let { store } = world
      for (let life = 0; life < lives; life++) {
        const batch = world.events(3)
        await appended(store, world.stream(), batch, life === 0 ? 'noStream' : ((life * 3 - 1) as Revision))
        written.push(...idsOf(batch))
        await store.close()
        store = await place.connect()
        assert.deepEqual(idsOf(await wholeStream(store, world.stream())), written)
        // What was written in an earlier life is still known.
        const known = await store.append(world.stream(), batch, (life * 3 - 1) as Revision)
        if (life > 0) assert.equal(known.kind, 'AlreadyAppended')
      }
      await store.close()
    },
  },
  {
    name: 'a subscriber that answers at once hears of an event before its writer does',
    needs: ['synchronousDelivery'],
    holds: async ({ place, random }) => {
      const store = await place.connect()
      const world = makeWorld(store, random, 'first')
      const listener = listen(store)
      await eventually('caught up', () => listener.caughtUpAfter.length > 0)
      await Promise.all(
        Array.from({ length: 40 }, async (_, n) => {
          const { position } = await appended(store, world.stream(n % 7), world.events(1 + (n % 3)), 'any')
          assert.ok((listener.calls.at(-1)?.upTo ?? 0) >= position)
        }),
      )
      await store.close()
    },
  },
  {
    name: 'what one store writes another hears and builds upon',
    needs: ['shared'],
    holds: async ({ place, random }) => {
      const [one, two] = [await place.connect(), await place.connect()]
      const world = makeWorld(one, random, 'shared')
      const listener = listen(two, { filter: { categories: [world.category] } })
      for (let revision = -1; revision < 20; revision++) {
        const expected = revision < 0 ? 'noStream' : (revision as Revision)
        await appended(revision % 2 === 0 ? one : two, world.stream(), world.events(1), expected)
      }
      const stale = await one.append(world.stream(), world.events(1), 3 as Revision)
      assert.deepEqual(stale, { kind: 'Conflict', head: 20 })
      await eventually('all heard', () => listener.events.length === 21)
      await Promise.all([one.close(), two.close()])
    },
  },
]
