import { consequencesOf, fixedHistory } from '@forgefold/core/audit'
import type { StoredEvent } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'

const eventOf = (at: number, cause: number): StoredEvent =>
  ({
    id: `${at}`,
    position: at * 3,
    stream: 'thing-1',
    revision: at,
    type: 'Done',
    version: 1,
    data: {},
    metadata: {
      at: '2024-01-01T00:00:00.000Z',
      actor: 'user:1',
      correlationId: 'one',
      ...(cause < at ? { causationId: `${cause}` } : {}),
    },
  }) as unknown as StoredEvent

/** A history, and how many events were read of it. */
const counted = (events: ReadonlyArray<StoredEvent>) => {
  const store = fixedHistory(events)
  let count = 0
  const readAll: EventStore['readAll'] = async (options) => {
    const read = await store.readAll(options)
    if (read.kind === 'Read') count += read.events.length
    return read
  }
  return { history: { events: { ...store, readAll }, pause: async () => undefined }, read: () => count }
}

describe('the consequences of some events', () => {
  it('are among the next few of each', async () => {
    const causes = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(causes, fc.integer({ min: 1, max: 8 }), fc.array(fc.nat(39)), async (named, most, chosen) => {
        const events = named.map((cause, at) => eventOf(at, cause))
        const asked = [...new Set(chosen)].flatMap((at) => events[at] ?? [])
        const found = await consequencesOf(counted(events).history, asked, most)
        const expected = asked.map((event): readonly [string, ReadonlyArray<string>] => {
          const next = events.slice(event.revision + 1, event.revision + 1 + most)
          return [event.id, next.filter(({ metadata }) => metadata.causationId === event.id).map(({ id }) => id)]
        })
        expect(E.isRight(found) && new Map([...found.right].sort())).toEqual(new Map([...expected].sort()))
      }),
      { examples: [[[0, 0, 0, 2], 2, [2, 1, 0]]], numRuns: 300 },
    )
  })

  it('are looked for once in what follows several of them', async () => {
    const events = Array.from({ length: 1000 }, (_, at) => eventOf(at, at >> 1))
    const { history, read } = counted(events)
    await consequencesOf(history, events.slice(100, 120), 200)
    expect(read()).toBe(219)
  })
})
