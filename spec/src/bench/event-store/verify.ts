import { createHash } from 'node:crypto'
import { pause } from '@forgefold/adapters/clock'
import { sha256 } from '@forgefold/adapters/crypto'
import { makeMemoryTreeTiles } from '@forgefold/adapters/memory'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { historyTree, verifyHistory } from '@forgefold/core/audit'
import Database from 'better-sqlite3'
import * as E from 'fp-ts/lib/Either.js'
import { type Benchmark, type Rounds, timed } from '../benchmark.js'
import { sizeOr } from '../size.js'
import { ticket } from './deployment-log.js'
import { fillLog } from './filled-log.js'
import { scratch } from './raw-log.js'

const PAGE = 1000

/** The shortest way by hand that sees every byte: raw rows, each parsed and hashed as it stands, chained. */
const byHand = (log: Database.Database): number => {
  const page = log
    .prepare<[number, number], [number, Uint8Array, string, string]>(
      'SELECT position, id, data, metadata FROM event WHERE position > ? ORDER BY position LIMIT ?',
    )
    .raw()
  let seen = 0
  let head: Buffer = Buffer.alloc(0)
  for (let after = 0; ; ) {
    const rows = page.all(after, PAGE)
    for (const [, id, data, metadata] of rows) {
      JSON.parse(data)
      JSON.parse(metadata)
      head = createHash('sha256').update(head).update(id).update(data).update(metadata).digest()
      seen++
    }
    if (rows.length < PAGE) return seen
    after = rows[rows.length - 1]?.[0] ?? after
  }
}

const prepare = async (): Promise<Rounds> => {
  const events = sizeOr(1_000_000)
  const { path, remove } = scratch()
  await fillLog(path('events.sqlite'), events)
  const log = new Database(path('events.sqlite'), { readonly: true })
  log.pragma('mmap_size = 268435456')
  const store = openSqliteEventStore({ path: path('events.sqlite') })
  const tiles = makeMemoryTreeTiles()
  const building = await timed(() => historyTree({ events: store, tiles, sha256, pause }).catchUp())
  const seconds: Array<number> = []

  const verify = async (): Promise<number> => {
    const verified = await verifyHistory({ events: store, sha256, pause, tiles, decode: ticket.events.decode })
    if (E.isLeft(verified) || verified.right.fault !== undefined) throw new Error('not verified')
    return verified.right.size
  }

  const rate = async (work: () => number | Promise<number>): Promise<number> => {
    let seen = 0
    const elapsed = await timed(async () => {
      seen = await work()
    })
    if (seen !== events) throw new Error(`saw ${seen} events`)
    seconds.push(elapsed / 1000)
    return (seen / elapsed) * 1000
  }

  return {
    unit: 'events/s',
    rounds: 3,
    ceiling: () => rate(() => byHand(log)),
    product: () => rate(verify),
    notes: () => [
      `${events} events verified in ${seconds.at(-1)?.toFixed(1)} s; their tree was made in ${(building / 1000).toFixed(1)} s, ${((building / events) * 1000).toFixed(1)} µs an event`,
    ],
    finish: async () => {
      log.close()
      await store.close()
      await remove()
    },
  }
}

export const verifying: Benchmark = {
  name: 'V1',
  work: 'verify a history of 1,000,000 events: tree, turn, codecs',
  ceiling: 'raw rows, parsed, and hashed in a chain',
  goal: { atLeast: 0.4 },
  prepare,
}
