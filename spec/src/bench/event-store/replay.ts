import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import type { Position } from '@forgefold/core/kernel'
import Database from 'better-sqlite3'
import * as E from 'fp-ts/lib/Either.js'
import { type Benchmark, type Rounds, timed } from '../benchmark.js'
import { type Ticket, ticket } from './deployment-log.js'
import { fillLog } from './filled-log.js'
import { scratch } from './raw-log.js'

const EVENTS = 1_000_000
const PAGE = 1000

/** The shortest way by hand: pages of raw columns, parse, look at each field, fold. */
const byHand = (log: Database.Database): number => {
  const page = log
    .prepare<[number, number], [number, number, string]>(
      'SELECT position, type, data FROM event WHERE position > ? ORDER BY position LIMIT ?',
    )
    .raw()
  let folded = 0
  let state: Ticket = ticket.initial
  for (let after = 0; ; ) {
    const rows = page.all(after, PAGE)
    for (const [, type, text] of rows) {
      const data = JSON.parse(text)
      if (
        type !== 1 ||
        !Number.isSafeInteger(data.number) ||
        typeof data.title !== 'string' ||
        !(
          data.status === 'created' ||
          data.status === 'running' ||
          data.status === 'success' ||
          data.status === 'failed'
        ) ||
        typeof data.ref !== 'string' ||
        typeof data.sha !== 'string' ||
        typeof data.tag !== 'boolean' ||
        !Number.isSafeInteger(data.userId) ||
        typeof data.createdAt !== 'string' ||
        typeof data.updatedAt !== 'string'
      )
        throw new Error('not a change')
      state = { status: data.status, changes: state.changes + 1, lastAt: data.updatedAt }
      folded++
    }
    if (rows.length < PAGE) return folded
    after = rows[rows.length - 1]?.[0] ?? after
  }
}

const prepare = async (): Promise<Rounds> => {
  const { path, remove } = scratch()
  await fillLog(path('events.sqlite'), EVENTS)
  const log = new Database(path('events.sqlite'), { readonly: true })
  log.pragma('mmap_size = 268435456')
  const store = openSqliteEventStore({ path: path('events.sqlite') })

  const byStore = async (): Promise<number> => {
    let state = ticket.initial
    let after: Position | undefined
    for (;;) {
      const read = await store.readAll({ limit: PAGE, ...(after === undefined ? {} : { after }) })
      if (read.kind !== 'Read') throw new Error(read.reason)
      for (const stored of read.events) {
        const decoded = ticket.events.decode(stored)
        if (E.isLeft(decoded)) throw new Error('undecodable')
        state = ticket.evolve(state, decoded.right)
      }
      after = read.upTo
      if (read.end) return state.changes
    }
  }

  const rate = async (replay: () => number | Promise<number>): Promise<number> => {
    let folded = 0
    const elapsed = await timed(async () => {
      folded = await replay()
    })
    if (folded !== EVENTS) throw new Error(`folded ${folded} events`)
    return (folded / elapsed) * 1000
  }

  return {
    unit: 'events/s',
    rounds: 5,
    ceiling: () => rate(() => byHand(log)),
    product: () => rate(byStore),
    finish: async () => {
      log.close()
      await store.close()
      await remove()
    },
  }
}

export const replay: Benchmark = {
  name: 'P1',
  work: 'replay and fold 1,000,000 events through the store, each validated',
  ceiling: 'read, parse, check and fold by hand',
  goal: { atLeast: 0.8 },
  prepare,
}
