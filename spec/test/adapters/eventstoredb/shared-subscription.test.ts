import { openEventStoreDb } from '@forgefold/adapters/eventstoredb'
import type { EventId, NewEvent, StoredEvent } from '@forgefold/core/kernel'
import { instantOf, streamName, userActor } from '@forgefold/core/kernel'
import type { EventStore, Subscriber } from '@forgefold/core/ports'
import { startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'

let double: Awaited<ReturnType<typeof startEventStoreDbDouble>>
let store: EventStore
beforeEach(async () => {
  double = await startEventStoreDbDouble()
  store = openEventStoreDb({ connectionString: double.connectionString, maxBackOff: 20 })
})
afterEach(async () => {
  await store.close()
  await double.stop()
})

let made = 0
const events = (count: number, type = 'Tested'): ReadonlyArray<NewEvent> =>
  Array.from({ length: count }, () => ({
    id: `01890000-0000-7000-8000-${String(++made).padStart(12, '0')}` as EventId,
    type,
    version: 1,
    data: {},
    metadata: { at: instantOf(1_650_000_000_000), actor: userActor(1), correlationId: 'c' },
  }))

let streams = 0
const append = (category: string, count = 1, type?: string) =>
  store.append(streamName(category, ++streams), events(count, type), 'noStream')

const listen = (options: Omit<Subscriber, 'onEvents'> = {}, wait: () => Promise<void> | void = () => undefined) => {
  const heard: Array<StoredEvent> = []
  const batches: Array<number> = []
  let caughtUp = 0
  const subscription = store.subscribe({
    ...options,
    onEvents: async (batch) => {
      heard.push(...batch)
      batches.push(batch.length)
      await wait()
    },
    onCaughtUp: () => {
      caughtUp++
    },
  })
  return { heard, batches, subscription, isCaughtUp: () => caughtUp > 0 }
}

/** Calls that the node keeps open: the appends' and the subscriptions'. */
const subscriptions = (): number => double.open.calls - 1

it('is the only one once all have caught up, as long as one of them wants every event', async () => {
  await append('a')
  const all = listen()
  const filtered = ['a', 'b', 'c', 'd'].map((category) => listen({ filter: { categories: [category] } }))
  await expect.poll(() => [all, ...filtered].every(({ isCaughtUp }) => isCaughtUp())).toBe(true)
  await expect.poll(subscriptions).toBe(1)
  await append('b', 3)
  await append('d')
  await expect.poll(() => filtered.map(({ heard }) => heard.length)).toEqual([1, 3, 0, 1])
  await all.subscription.stop()
  await expect.poll(subscriptions).toBe(4)
  await append('c')
  await expect.poll(() => filtered.map(({ heard }) => heard.length)).toEqual([1, 3, 1, 1])
})

it('is begun by none who wants a part of the events only', async () => {
  await append('a')
  const one = listen({ filter: { categories: ['a'] } })
  const other = listen({ filter: { categories: ['b'] } })
  await expect.poll(() => one.isCaughtUp() && other.isCaughtUp()).toBe(true)
  expect(subscriptions()).toBe(2)
})

it('leaves one behind who is slow, and that one misses nothing', async () => {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await append('a')
  const all = listen()
  const slow = listen({ filter: { categories: ['a'] } }, () => (slow.heard.length < 2 ? undefined : held))
  await expect.poll(() => all.isCaughtUp() && slow.isCaughtUp()).toBe(true)
  await append('a')
  await expect.poll(() => slow.heard.length).toBe(2)
  for (let n = 0; n < 12; n++) await append('a', 250)
  await expect.poll(() => all.heard.length).toBe(3002)
  release()
  await expect.poll(() => slow.heard.length).toBe(3002)
  expect(slow.heard.map(({ id }) => id)).toEqual(all.heard.map(({ id }) => id))
})

it('goes on after breaks, for all, without a seam', async () => {
  const all = listen()
  const some = listen({ filter: { categories: ['a'], types: ['Wanted'] } })
  await expect.poll(() => all.isCaughtUp() && some.isCaughtUp()).toBe(true)
  await append('a', 3, 'Wanted')
  await expect.poll(() => some.heard.length).toBe(3)
  for (let n = 0; n < 3; n++) {
    await double.crash()
    await double.restart()
    await append('b', 2)
    await append('a', 2, 'Wanted')
  }
  await expect.poll(() => [all.heard.length, some.heard.length]).toEqual([15, 9])
})

it('hands appends over whole, in order, each event once, to every filter', async () => {
  const all = listen()
  const filters = [{ categories: ['a'] }, { types: ['One'] }, { categories: ['a', 'b'], types: ['Two'] }]
  const some = filters.map((filter) => listen({ filter }))
  await expect.poll(() => [all, ...some].every(({ isCaughtUp }) => isCaughtUp())).toBe(true)
  const expected: Array<[string, string]> = []
  const writing = fc.record({
    category: fc.constantFrom('a', 'b', 'c'),
    type: fc.constantFrom('One', 'Two', 'Three'),
    count: fc.integer({ min: 1, max: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(writing, { minLength: 1, maxLength: 8 }), async (batches) => {
      for (const { category, type, count } of batches) {
        await append(category, count, type)
        for (let n = 0; n < count; n++) expected.push([category, type])
      }
      await expect.poll(() => all.heard.length).toBe(expected.length)
      const wanted = ({ categories, types }: { categories?: string[]; types?: string[] }) =>
        all.heard.filter(
          ({ stream, type }) =>
            (categories === undefined || categories.includes(stream.split('-')[0] ?? '')) &&
            (types === undefined || types.includes(type)),
        )
      for (const [index, filter] of filters.entries())
        await expect.poll(() => some[index]?.heard.map(({ id }) => id)).toEqual(wanted(filter).map(({ id }) => id))
    }),
    { numRuns: 15 },
  )
})
