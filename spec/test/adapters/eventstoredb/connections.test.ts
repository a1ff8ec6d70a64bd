import { openEventStoreDb, probeEventStoreDb } from '@forgefold/adapters/eventstoredb'
import { type EventId, instantOf, type NewEvent, streamName, userActor } from '@forgefold/core/kernel'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { afterEach, describe, expect, it } from 'vitest'

const ends: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const startedDouble = async (): Promise<EventStoreDbDouble> => {
  const double = await startEventStoreDbDouble()
  ends.push(() => double.stop())
  return double
}

let made = 0
const events = (): ReadonlyArray<NewEvent> => [
  {
    id: `01890000-0000-7000-8000-${String(++made).padStart(12, '0')}` as EventId,
    type: 'Tested',
    version: 1,
    data: {},
    metadata: { at: instantOf(1_650_000_000_000), actor: userActor(1), correlationId: 'c' },
  },
]

describe('a connection', () => {
  it('that is taken and never answered is given up, while a probe asks too', async () => {
    const double = await startedDouble()
    // The probe connects twice: it looks whether somebody listens before it asks.
    double.faults.mute(3)
    const connectTimeout = 300
    const store = openEventStoreDb({ connectionString: double.connectionString, appendTimeout: 100, connectTimeout })
    ends.push(() => store.close())
    const probe = probeEventStoreDb(double.connectionString)
    ends.push(() => probe.close())
    const asking = probe.ask()
    const stream = streamName('taken', 1)
    const batch = events()
    const heard: Array<string> = []
    store.subscribe({ onEvents: (some) => void heard.push(...some.map(({ id }) => id)) })
    expect(await store.append(stream, batch, 'noStream')).toMatchObject({ kind: 'OutcomeUnknown' })
    await expect.poll(async () => (await store.append(stream, batch, 'noStream')).kind).toMatch(/^(Already)?Appended$/)
    expect(double.log.stream(stream)).toHaveLength(1)
    await expect.poll(() => heard).toEqual([batch[0]?.id])
    await asking
    await expect.poll(async () => (await probe.ask()).kind).toBe('Reached')
  })

  it('that is given up for another one is closed once its calls are answered, and appends go on', async () => {
    const double = await startedDouble()
    const store = openEventStoreDb({ connectionString: double.connectionString })
    ends.push(() => store.close())
    for (let n = 0; n < 5; n++) {
      const stream = streamName('refused', n)
      expect(await store.append(stream, events(), 'noStream')).toMatchObject({ kind: 'Appended' })
      double.faults.read({ kind: 'unavailable' })
      expect(await store.readStream(stream)).toMatchObject({ kind: 'Read', head: 0 })
    }
    const appends = Array.from({ length: 20 }, (_, n) => store.append(streamName('beside', n), events(), 'noStream'))
    double.faults.read({ kind: 'unavailable' })
    await store.readStream(streamName('refused', 0))
    for (const outcome of await Promise.all(appends)) expect(outcome.kind).toMatch(/^(Already)?Appended$/)
    expect(await store.append(streamName('last', 1), events(), 'noStream')).toMatchObject({ kind: 'Appended' })
    await expect.poll(() => double.open).toEqual({ calls: 1, connections: 1 })
  })
})
