import { openSqliteEventStore, openSqliteSnapshots } from '@forgefold/adapters/sqlite'
import { makeAggregateRepository } from '@forgefold/core/app'
import { streamOf } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type Benchmark, type Rounds, timed } from '../benchmark.js'
import { changed, ticket } from './deployment-log.js'
import { scratch } from './raw-log.js'

const LOADS = 300
const TAIL = 12

const prepare = async (): Promise<Rounds> => {
  const { path, remove } = scratch()
  const store = openSqliteEventStore({ path: path('events.sqlite') })
  const snapshots = openSqliteSnapshots(path('snapshots.sqlite'))
  // Nothing is remembered between loads, as after a start.
  const forgetful = () =>
    makeAggregateRepository({
      store,
      snapshots,
      reached: async () => true,
      pause: () => Promise.resolve(),
    })
  const write = async (id: number, count: number): Promise<void> => {
    for (let from = 0; from < count; from += 1000) {
      const events = Array.from({ length: Math.min(1000, count - from) }, (_, n) => changed(from + n))
      await store.append(streamOf(ticket, id), events, 'any')
    }
  }
  await write(1, 10)
  await write(2, 10_000)
  const load = async (id: number, events: number): Promise<void> => {
    const loaded = await forgetful().load(ticket, id)
    if (E.isLeft(loaded) || loaded.right.state.changes !== events) throw new Error('not loaded')
  }
  await load(2, 10_000)
  // A snapshot is seldom of the very last event: this many are folded onto it, half of what there can be.
  await write(2, TAIL)
  const each = async (id: number, events: number): Promise<number> => {
    const elapsed = await timed(async () => {
      for (let n = 0; n < LOADS; n++) await load(id, events)
    })
    return (elapsed / LOADS) * 1000
  }
  return {
    unit: 'µs a load',
    rounds: 7,
    ceiling: () => each(1, 10),
    product: () => each(2, 10_000 + TAIL),
    finish: async () => {
      snapshots.close()
      await store.close()
      await remove()
    },
  }
}

export const loadAggregate: Benchmark = {
  name: 'P3',
  work: 'load an aggregate of 10,000 events, with its snapshot',
  ceiling: 'load one of 10 events',
  goal: { atMost: 1.25 },
  prepare,
}
