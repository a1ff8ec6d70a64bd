import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEventStoreDb } from '@forgefold/adapters/eventstoredb'
import { makeMemoryEventStore } from '@forgefold/adapters/memory'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { type CopyOptions, copyHistory } from '@forgefold/core/app'
import {
  type EventId,
  instantOf,
  type NewEvent,
  type Position,
  type Revision,
  type StoredEvent,
  streamName,
  userActor,
} from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, describe, expect, it } from 'vitest'

const ends: Array<() => unknown> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const closing = (store: EventStore): EventStore => {
  ends.push(() => store.close())
  return store
}

const places = {
  memory: async () => ({ store: closing(makeMemoryEventStore()), double: undefined }),
  sqlite: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'forgefold-copy-'))
    ends.push(() => rm(folder, { recursive: true }))
    return { store: closing(openSqliteEventStore({ path: join(folder, 'events.sqlite') })), double: undefined }
  },
  eventstoredb: async () => {
    const double = await startEventStoreDbDouble()
    ends.push(() => double.stop())
    const { connectionString } = double
    return { store: closing(openEventStoreDb({ connectionString, appendTimeout: 100, readTimeout: 500 })), double }
  },
}

let made = 0
const events = (count: number): ReadonlyArray<NewEvent> =>
  Array.from({ length: count }, () => ({
    id: `01890000-0000-7000-8000-${String(++made).padStart(12, '0')}` as EventId,
    type: made % 3 === 0 ? 'Opened' : 'Changed',
    version: 1 + (made % 2),
    data: { number: made, text: `ä${made}`, list: [made, null, { 'odd key': true }] },
    metadata: { at: instantOf(1_650_000_000_000 + made), actor: userActor(made % 5), correlationId: `c${made}` },
  }))

const populate = async (store: EventStore, appends: number): Promise<void> => {
  const heads = new Map<number, Revision>()
  for (let n = 0; n < appends; n++) {
    const stream = (n * 7) % 5
    const batch = events(1 + (n % 4))
    const append = () => store.append(streamName('copied', stream), batch, heads.get(stream) ?? 'noStream')
    let outcome = await append()
    // A slow machine may let the client's patience end first; the same ids make another try safe.
    for (let tries = 1; outcome.kind === 'OutcomeUnknown' && tries < 5; tries++) outcome = await append()
    if (outcome.kind !== 'Appended' && outcome.kind !== 'AlreadyAppended') throw new Error(outcome.kind)
    heads.set(stream, outcome.revision)
  }
}

const history = async (store: EventStore): Promise<ReadonlyArray<StoredEvent>> => {
  const all: Array<StoredEvent> = []
  let after: Position | undefined
  for (;;) {
    const page = await store.readAll(after === undefined ? {} : { after })
    if (page.kind !== 'Read') throw new Error(page.reason)
    all.push(...page.events)
    if (page.end) return all
    after = page.upTo
  }
}

const withoutPositions = async (store: EventStore) =>
  (await history(store)).map(({ stream, revision, id, type, version, data, metadata }) => ({
    stream,
    revision,
    id,
    type,
    version,
    data,
    metadata,
  }))

const copying = (from: EventStore, to: EventStore, more: Partial<CopyOptions> = {}) =>
  copyHistory({
    from,
    to,
    digest: (text) => createHash('sha256').update(text).digest('hex'),
    pause: (milliseconds) => sleep(milliseconds),
    ...more,
  })

const ways = [
  ['memory', 'sqlite'],
  ['sqlite', 'eventstoredb'],
  ['eventstoredb', 'sqlite'],
  ['eventstoredb', 'eventstoredb'],
] as const

describe('a copy of a history', () => {
  for (const [source, target] of ways) {
    it(`from ${source} to ${target} keeps order, ids, times and metadata`, async () => {
      const [{ store: from }, { store: to }] = [await places[source](), await places[target]()]
      await populate(from, 60)
      const report = await copying(from, to)
      const original = await withoutPositions(from)
      expect(report).toMatchObject(E.right({ copied: original.length, events: original.length }))
      expect(await withoutPositions(to)).toEqual(original)
    })

    it(`from ${source} to ${target} goes on after an interruption, and stands when it is run once more`, async () => {
      const [{ store: from }, { store: to }] = [await places[source](), await places[target]()]
      await populate(from, 40)
      let appends = 0
      const interrupted = await copying(from, to, { cancelled: () => appends++ === 13 })
      expect(interrupted).toMatchObject(E.left({ kind: 'Refused', message: expect.stringContaining('interrupted') }))
      const partial = (await history(to)).length
      expect(partial).toBeGreaterThan(0)
      await populate(from, 0)
      const total = (await history(from)).length
      expect(await copying(from, to)).toMatchObject(E.right({ copied: total - partial, events: total }))
      expect(await copying(from, to)).toMatchObject(E.right({ copied: 0, events: total }))
      expect(await withoutPositions(to)).toEqual(await withoutPositions(from))
    })
  }

  it('to a troubled store writes everything once', async () => {
    const [{ store: from }, { store: to, double }] = [await places.sqlite(), await places.eventstoredb()]
    await populate(from, 60)
    const faults = double?.faults
    let appends = 0
    const report = await copying(from, to, {
      cancelled: () => {
        appends++
        if (appends % 5 === 0) faults?.append({ kind: 'neverAnswer', written: appends % 2 === 0 })
        if (appends % 7 === 0) faults?.append({ kind: 'dropConnection', written: appends % 2 === 0 })
        if (appends % 11 === 0) double?.dropConnections()
        return false
      },
    })
    expect(report).toMatchObject(E.right({ events: (await history(from)).length }))
    expect(await withoutPositions(to)).toEqual(await withoutPositions(from))
  })

  it('gives the same digest wherever the history lies, and another for another history', async () => {
    const { store: from } = await places.memory()
    await populate(from, 30)
    const digests: Array<string> = []
    for (const target of ['memory', 'sqlite', 'eventstoredb'] as const) {
      const report = await copying(from, (await places[target]()).store)
      digests.push(E.isRight(report) ? report.right.digest : 'none')
    }
    expect(new Set(digests).size).toBe(1)
    await populateMore(from)
    const grown = await copying(from, (await places.memory()).store)
    expect(E.isRight(grown) && grown.right.digest).not.toBe(digests[0])
  })

  it('tells its progress up to the end of the source', async () => {
    const [{ store: from }, { store: to }] = [await places.memory(), await places.memory()]
    await populate(from, 20)
    const told: Array<string> = []
    await copying(from, to, {
      onProgress: ({ phase, upTo, head }) => told.push(`${phase} ${Math.round((100 * upTo) / head)} %`),
    })
    expect(told).toContain('copying 100 %')
    expect(told.at(-1)).toBe('verifying 100 %')
  })

  it('finds the counterparts of checkpoints', async () => {
    const [{ store: from }, { store: to }] = [await places.sqlite(), await places.eventstoredb()]
    await populate(from, 20)
    const originals = await history(from)
    const wanted = [0, 4, originals.length - 1].map((index) => originals[index]?.position as Position)
    const report = await copying(from, to, { translate: wanted })
    const copies = await history(to)
    const expected = [0, 4, originals.length - 1].map((index) => copies[index]?.position)
    expect(E.isRight(report) && wanted.map((position) => report.right.translated.get(position))).toEqual(expected)
  })

  it('of nothing is nothing', async () => {
    const [{ store: from }, { store: to }] = [await places.memory(), await places.memory()]
    expect(await copying(from, to)).toMatchObject(E.right({ copied: 0, events: 0 }))
  })

  it('refuses a target that holds something else', async () => {
    const [{ store: from }, { store: to }] = [await places.memory(), await places.sqlite()]
    await populate(from, 10)
    await populate(to, 3)
    expect(await copying(from, to)).toMatchObject(E.left({ kind: 'Refused' }))
    const other = (await places.memory()).store
    await other.append(streamName('foreign', 1), events(1), 'noStream')
    expect(await copying(from, other)).toMatchObject(E.left({ kind: 'Refused' }))
  })

  it('splits what is too much for one append', async () => {
    const [{ store: from }, { store: to }] = [await places.memory(), await places.memory()]
    const big = events(6).map((event) => ({ ...event, data: 'x'.repeat(300_000) }))
    await from.append(streamName('big', 1), big.slice(0, 3), 'noStream')
    await from.append(streamName('big', 1), big.slice(3), 2 as Revision)
    expect(await copying(from, to)).toMatchObject(E.right({ copied: 6, events: 6 }))
  })
})

const populateMore = (store: EventStore) => store.append(streamName('more', 1), events(1), 'noStream')
