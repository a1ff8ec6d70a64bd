import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pause } from '@forgefold/adapters/clock'
import { sha256 } from '@forgefold/adapters/crypto'
import { makeMemoryBlobs, makeMemoryEventStore, makeMemoryTreeTiles } from '@forgefold/adapters/memory'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { deleteUnreferencedBlobs } from '@forgefold/core/app'
import { eachEvent, historyTree, positionAtInstant, verifyHistory } from '@forgefold/core/audit'
import {
  current,
  type EventId,
  eventCatalogue,
  type Instant,
  type StreamName,
  systemActor,
} from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import * as t from 'io-ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const { decode } = eventCatalogue({ Counted: current(t.type({ number: t.number })) })

const fill = async (events: EventStore, size: number): Promise<void> => {
  const counted = (number: number) => ({
    id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}` as EventId,
    type: 'Counted',
    version: 1,
    data: { number },
    metadata: { at: '2024-03-01T09:00:00.000Z' as Instant, actor: systemActor('test'), correlationId: 'a' },
  })
  for (let first = 0; first < size; first += 1000) {
    const added = Array.from({ length: 1000 }, (_, index) => counted(first + index))
    expect(await events.append(`things-${first}` as StreamName, added as never, 'noStream')).toMatchObject({
      kind: 'Appended',
    })
  }
}

/** How many turns of the event loop others had meanwhile. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0
  let isOver = false
  const others = (async () => {
    for (; !isOver; turns++) await new Promise((resolve) => setImmediate(resolve))
  })()
  await work()
  isOver = true
  await others
  return turns
}

describe('a walk through a long history that a store answers at once', () => {
  const events = makeMemoryEventStore()
  beforeAll(() => fill(events, 20_000))
  afterAll(() => events.close())

  const walks: ReadonlyArray<[string, () => Promise<unknown>]> = [
    ['each event', () => eachEvent({ events, pause }, {}, () => undefined)],
    ['the tree', () => historyTree({ events, tiles: makeMemoryTreeTiles(), sha256, pause }).catchUp()],
    ['a verification', () => verifyHistory({ events, pause, sha256, decode })],
    [
      'what no event refers to',
      async () => {
        const blobs = makeMemoryBlobs()
        await blobs.put(Readable.from([Buffer.from('unknown')]))
        await deleteUnreferencedBlobs(
          { blobs, events },
          { writtenBefore: Number.POSITIVE_INFINITY, pause, goOn: () => true },
        )
      },
    ],
  ]

  it.each(walks)('lets others have a turn after a thousand events at most: %s', async (_, walk) => {
    expect(await turnsDuring(walk)).toBeGreaterThanOrEqual(20_000 / 1000 - 1)
  })
})

describe('the position of an instant before a long history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-long-walk-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is looked for in several turns of the event loop', async () => {
    const events = openSqliteEventStore({ path: join(folder, 'events.sqlite') })
    await fill(events, 50_000)
    const turns = await turnsDuring(async () =>
      expect(await positionAtInstant({ events, pause }, '2023-01-01T00:00:00.000Z' as Instant)).toEqual({
        kind: 'BeforeTheBeginning',
      }),
    )
    expect(turns).toBeGreaterThanOrEqual(50_000 / 8192 - 2)
    await events.close()
  })
})
