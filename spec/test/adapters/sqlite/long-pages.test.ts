import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeIds } from '@forgefold/adapters/crypto'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { type EventId, instantOf, type Position, type StoredEvent, streamName, userActor } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFolderInMemory } from './folder-in-memory.js'

const EVENTS = 150
const ids = makeIds()
const metadata = { at: instantOf(0), actor: userActor(1), correlationId: 'pages' }

let folder = ''
let store: EventStore

const file = (): string => join(folder, 'events.sqlite')

/** Of many sizes, and some that are no objects. */
const dataOf = (n: number): unknown => [{ n, text: 'ü"],[\u0000'.repeat((n * 37) % 90) }, [n], null, 'a', n][n % 5]

beforeAll(async () => {
  folder = await makeFolderInMemory('forgefold-pages-')
  store = openSqliteEventStore({ path: file() })
  for (let n = 0; n < EVENTS; n++) {
    const event = { id: ids.uuid() as EventId, type: `Kind${n % 3}`, version: 1 + (n % 2), data: dataOf(n), metadata }
    await store.append(streamName('page', String(n % 7)), [event], 'any')
  }
})

afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const read = async (after: number, limit: number): Promise<ReadonlyArray<StoredEvent>> => {
  const page = await store.readAll({ limit, ...(after === 0 ? {} : { after: after as Position }) })
  return page.kind === 'Read' ? page.events : []
}

/** Event by event. */
const one = async (position: number): Promise<string> => JSON.stringify(await read(position - 1, 1))

describe('a long page', () => {
  it.each([
    [0, 64],
    [0, EVENTS],
    [0, 1000],
    [31, 64],
    [32, 65],
    [33, 1000],
    [85, 64],
    [86, 64],
    [EVENTS - 1, 1000],
  ])('after %d, of at most %d, has the same events as they are one by one', async (after, limit) => {
    const events = await read(after, limit)
    expect(events.length).toBe(Math.min(limit, EVENTS - after))
    for (const [at, event] of events.entries()) expect(JSON.stringify([event])).toBe(await one(after + at + 1))
  })

  it('ends where the history does', async () => {
    const page = await store.readAll({ limit: EVENTS })
    expect(page).toMatchObject({ kind: 'Read', upTo: EVENTS, end: true })
    expect(await store.readAll({ limit: EVENTS - 1 })).toMatchObject({ upTo: EVENTS - 1, end: false })
    expect(await store.readAll({ limit: 64, after: EVENTS as Position })).toMatchObject({ events: [], end: true })
  })

  it.each(['{', '1,2', '1],[2', ''])('keeps the events beside one whose text became %j', async (damaged) => {
    const before = await read(0, 1000)
    const known = before.map(({ data }) => data)
    const db = new Database(file())
    const whole = db.prepare('SELECT data FROM event WHERE position = 40').pluck().get()
    db.prepare('UPDATE event SET data = ? WHERE position = 40').run(damaged)
    const after = await read(0, 1000)
    expect(() => after[39]?.data).toThrow(SyntaxError)
    expect(after.filter((_, at) => at !== 39).map(({ data }) => data)).toEqual(known.filter((_, at) => at !== 39))
    db.prepare('UPDATE event SET data = ? WHERE position = 40').run(whole)
    db.close()
  })
})
