import { MemoryHistory, makeMemoryEventStore } from '@forgefold/adapters/memory'
import { type EventId, instantOf, streamName, userActor } from '@forgefold/core/kernel'
import { eventStoreCases, lastingPlace } from '@forgefold/spec/laws'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCases } from '../../run-cases.js'

const history = new MemoryHistory()
const before = Array.from({ length: 700 }, (_, n) => ({
  id: `01890000-0000-7000-8000-${String(n).padStart(12, '0')}` as EventId,
  type: 'Tested',
  version: 1,
  data: { n },
  metadata: { at: instantOf(1_650_000_000_000 + n), actor: userActor(1), correlationId: 'c' },
}))

beforeAll(async () => {
  const store = makeMemoryEventStore(history)
  for (const [n, event] of before.entries()) await store.append(streamName('before', n % 7), [event], 'any')
})

// One history for all of them, as on a real node: what stood there, and what every law leaves behind.
runCases(
  'the event store on a server that remembers',
  eventStoreCases(
    {
      name: 'lasting',
      traits: {
        durable: true,
        shared: true,
        densePositions: true,
        permanentDeduplication: true,
        synchronousDelivery: true,
      },
      place: () => lastingPlace(() => makeMemoryEventStore(history)),
    },
    [1],
  ),
)

it('shows of the history only what came after, in both directions', async () => {
  const store = await (await lastingPlace(() => makeMemoryEventStore(history))).connect()
  expect(await store.readAll()).toMatchObject({ kind: 'Read', events: [], end: true })
  expect(await store.readAll({ direction: 'backwards' })).toMatchObject({ kind: 'Read', events: [], end: true })
  const [event] = before
  if (event === undefined) throw new Error('nothing to write')
  await store.append(streamName('after', 1), [event], 'noStream')
  for (const direction of ['forwards', 'backwards'] as const) {
    const read = await store.readAll({ direction })
    expect(read.kind === 'Read' && read.events.map(({ stream }) => stream)).toEqual(['after-1'])
  }
  await store.close()
})

afterAll(async () => {
  const all = await makeMemoryEventStore(history).readAll({ limit: 1_000_000 })
  expect(all.kind === 'Read' && all.events.length).toBeGreaterThan(before.length)
})
