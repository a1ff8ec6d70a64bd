import { makeIds } from '@forgefold/adapters/crypto'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { type EventId, instantOf, type NewEvent, type Revision, streamName, userActor } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { type Benchmark, type Rounds, timed } from '../benchmark.js'
import { INSERT_ROW, openRawLog, type RawRow, scratch } from './raw-log.js'

const WRITERS = 64
const DATA = { title: 'A deployment of some commit', note: 'x'.repeat(240) }
const METADATA = { at: instantOf(1_650_000_000_000), actor: userActor(1), correlationId: 'benchmark' }

const ids = makeIds()
const event = (): NewEvent => ({
  id: ids.uuid() as EventId,
  type: 'Deployed',
  version: 1,
  data: DATA,
  metadata: METADATA,
})

/** Rows of as many streams as there are writers; each call goes on where the last one ended. */
const rowSource = (): ((count: number) => ReadonlyArray<RawRow>) => {
  let made = 0
  const [data, metadata] = [JSON.stringify(DATA), JSON.stringify(METADATA)]
  return (count) =>
    Array.from({ length: count }, (): RawRow => {
      const id = Buffer.from(ids.uuid().replaceAll('-', ''), 'hex')
      const row: RawRow = [
        1 + (made % WRITERS),
        Math.floor(made / WRITERS),
        1,
        1,
        1_650_000_000_000,
        id,
        data,
        metadata,
      ]
      made++
      return row
    })
}

const appendAll = async (store: EventStore, name: string, events: ReadonlyArray<NewEvent>): Promise<void> => {
  const stream = streamName('bench', name)
  let expected: Revision | 'noStream' = 'noStream'
  for (const each of events) {
    const outcome = await store.append(stream, [each], expected)
    if (outcome.kind !== 'Appended') throw new Error(`append answered ${outcome.kind}`)
    expected = outcome.revision
  }
}

const append = async (writers: number, together: number, each: number): Promise<Rounds> => {
  const { path, remove } = scratch()
  const raw = await openRawLog(path('raw.sqlite'))
  raw.exec(`INSERT INTO category VALUES (1, 'bench'); INSERT INTO event_type VALUES (1, 'Deployed', 1);`)
  const addStream = raw.prepare(`INSERT INTO stream VALUES (?, 1, ?)`)
  for (let key = 1; key <= WRITERS; key++) addStream.run(key, `bench-${key}`)
  const insert = raw.prepare(INSERT_ROW)
  const rows = rowSource()
  const store = openSqliteEventStore({ path: path('product.sqlite') })
  const count = writers * each
  let round = 0
  return {
    unit: 'events/s',
    rounds: 7,
    ceiling: async () => {
      const prepared = rows(count)
      const write = raw.transaction((from: number) => {
        for (let n = from; n < from + together; n++) insert.run(...(prepared[n] as RawRow))
      })
      const elapsed = await timed(() => {
        for (let from = 0; from < count; from += together) write.immediate(from)
      })
      return (count / elapsed) * 1000
    },
    product: async () => {
      round++
      const batches = Array.from({ length: writers }, () => Array.from({ length: each }, event))
      const elapsed = await timed(() =>
        Promise.all(batches.map((events, writer) => appendAll(store, `${round}x${writer}`, events))),
      )
      return (count / elapsed) * 1000
    },
    finish: async () => {
      raw.close()
      await store.close()
      await remove()
    },
  }
}

export const manyWriters: Benchmark = {
  name: 'W2',
  work: 'EventStore.append on SQLite, 64 writers, durable',
  ceiling: 'raw better-sqlite3, same schema, 64 rows a transaction',
  goal: { atLeast: 0.9 },
  prepare: () => append(WRITERS, WRITERS, 400),
}

export const oneWriter: Benchmark = {
  name: 'W3',
  work: 'EventStore.append on SQLite, one writer, durable',
  ceiling: 'raw better-sqlite3, same schema, one row a transaction',
  goal: { atLeast: 0.75 },
  prepare: () => append(1, 1, 4000),
}
