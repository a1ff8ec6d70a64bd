import { openEventStoreDb } from '@forgefold/adapters/eventstoredb'
import { type EventId, instantOf, type NewEvent, type Revision, streamName, userActor } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

let double: EventStoreDbDouble
let store: EventStore
beforeAll(async () => {
  double = await startEventStoreDbDouble()
  store = openEventStoreDb({ connectionString: double.connectionString })
})
afterAll(async () => {
  await store.close()
  await double.stop()
})

let made = 0
const eventWith = (type: string, data: unknown, correlationId: string): NewEvent => ({
  id: `01890000-0000-7000-8000-${String(++made).padStart(12, '0')}` as EventId,
  type,
  version: 1,
  data,
  metadata: { at: instantOf(1_650_000_000_000), actor: userActor(1), correlationId },
})

const parsed = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString('utf8'))

// Texts of every length around the bounds of one, two and three bytes of a length.
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .tuple(fc.constantFrom('a', 'é', '世', '🚀'), fc.constantFrom(1, 126, 127, 128, 129, 16_383, 16_384, 20_000))
    .map(([unit, length]) => unit.repeat(length)),
)
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((type) => !type.startsWith('$'))

it('puts every append into a frame that the server reads as it was meant', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ type: name, said: text, correlation: text }), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('any' as const, 'noStream' as const),
      async (given, expected) => {
        const stream = streamName('frame', ++made)
        const events = given.map(({ type, said, correlation }) => eventWith(type, { said }, correlation))
        expect(await store.append(stream, events, expected)).toMatchObject({
          kind: 'Appended',
          revision: events.length - 1,
        })
        const records = double.log.stream(stream)
        expect(records.map(({ type, data }) => ({ type, data: parsed(data) }))).toEqual(
          events.map(({ type, data }) => ({ type, data })),
        )
        expect(records.map(({ customMetadata }) => parsed(customMetadata))).toMatchObject(
          events.map(({ id, metadata }) => ({ id, version: 1, metadata })),
        )
      },
    ),
  )
})

it('tells and understands revisions of one byte and of more', async () => {
  const stream = streamName('frame', ++made)
  let at = -1
  for (const count of [1, 126, 1, 1, 1, 170, 1]) {
    const events = Array.from({ length: count }, () => eventWith('Counted', {}, 'c'))
    expect(await store.append(stream, events, at < 0 ? 'noStream' : (at as Revision))).toMatchObject({
      kind: 'Appended',
      revision: at + count,
    })
    at += count
  }
  const one = [eventWith('Counted', {}, 'c')]
  expect(await store.append(stream, one, (at - 1) as Revision)).toEqual({ kind: 'Conflict', head: at })
  expect(await store.append(stream, one, 'streamExists')).toMatchObject({ kind: 'Appended', revision: at + 1 })
  expect(await store.append(streamName('frame', ++made), one, 'streamExists')).toEqual({
    kind: 'Conflict',
    head: undefined,
  })
})
