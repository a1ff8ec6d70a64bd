import { openEventStoreDb } from '@forgefold/adapters/eventstoredb'
import { type EventId, instantOf, type NewEvent, type StoredEvent, streamName, userActor } from '@forgefold/core/kernel'
import type { EventFilter, EventStore } from '@forgefold/core/ports'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let double: EventStoreDbDouble
let store: EventStore
let made = 0
beforeEach(async () => {
  double = await startEventStoreDbDouble()
  store = openEventStoreDb({ connectionString: double.connectionString })
})
afterEach(async () => {
  await store.close()
  await double.stop()
})

const events = (count: number, types: ReadonlyArray<string> = ['Tested']): ReadonlyArray<NewEvent> =>
  Array.from({ length: count }, (_, n) => ({
    id: `01890000-0000-7000-8000-${String(++made).padStart(12, '0')}` as EventId,
    type: types[n % types.length] as string,
    version: 1,
    data: { n, of: count },
    metadata: { at: instantOf(1_650_000_000_000), actor: userActor(1), correlationId: 'c' },
  }))

/** What a subscriber was told, batch by batch, once so many events have come. */
const told = (count: number, filter?: EventFilter): Promise<ReadonlyArray<ReadonlyArray<StoredEvent>>> =>
  new Promise((resolve) => {
    const batches: Array<ReadonlyArray<StoredEvent>> = []
    const subscription = store.subscribe({
      ...(filter === undefined ? {} : { filter }),
      onEvents: (batch) => {
        if (batch.length > 0) batches.push(batch)
        if (batches.flat().length >= count) {
          void subscription.stop()
          resolve(batches)
        }
      },
    })
  })
const places = (batch: ReadonlyArray<StoredEvent>): ReadonlyArray<unknown> => {
  const { n, of } = (batch.at(-1) as StoredEvent).data as { readonly n: number; readonly of: number }
  return [n, of]
}

describe('an append of several events', () => {
  it('is handed over whole though its records come one by one, from history and live', async () => {
    double.faults.slowReads(8)
    for (let n = 0; n < 4; n++) await store.append(streamName('history', n), events(3 + n), 'noStream')
    const heard = told(36)
    for (let n = 0; n < 4; n++) await store.append(streamName('live', n), events(3 + n), 'noStream')
    const batches = await heard
    expect(batches.flat()).toHaveLength(36)
    for (const batch of batches) {
      const [n, of] = places(batch) as [number, number]
      expect(n).toBe(of - 1)
    }
  })

  it('is handed over whole after a break in the middle of it', async () => {
    await store.append(streamName('history', 1), events(6), 'noStream')
    await store.append(streamName('history', 2), events(6), 'noStream')
    double.faults.read({ kind: 'dropConnection', afterEvents: 8 })
    const batches = await told(12)
    expect(batches.flat().map(({ data }) => (data as { readonly n: number }).n)).toEqual([
      0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5,
    ])
    for (const batch of batches) expect(places(batch)).toEqual([5, 6])
  })

  it('comes in part where the filter wants a part of it, by category or by types alone', async () => {
    double.faults.slowReads(4)
    await store.append(streamName('history', 1), events(6, ['Odd', 'Even']), 'noStream')
    const types = ['Odd']
    expect((await told(3, { types })).flat().map(({ revision }) => revision)).toEqual([0, 2, 4])
    const within = await told(3, { types, categories: ['history'] })
    expect(within.map((batch) => batch.map(({ revision }) => revision))).toEqual([[0, 2, 4]])
  })
})
