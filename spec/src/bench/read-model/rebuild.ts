import { readFileSync } from 'node:fs'
import { makeMemoryPersonalData } from '@forgefold/adapters/memory'
import { makeReadModel, removeReadModel } from '@forgefold/adapters/read-model'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import Database from 'better-sqlite3'
import { type Benchmark, type Rounds, timed } from '../benchmark.js'
import { scratch } from '../event-store/raw-log.js'
import { fillDeployments } from '../http/fill.js'
import { sizeOr } from '../size.js'

const EVENTS = 1_000_000
const ROWS_A_TRANSACTION = 10_000

/** Memory of this process that no file backs. */
const heldMegabytes = (): number => {
  const kilobytes = /^Anonymous:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/smaps_rollup', 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** Inserts what the projection made once more, by hand: the same table with the same indexes, the rows known beforehand. */
const insertRaw = (from: string, to: string): number => {
  removeReadModel(to)
  const source = new Database(from, { readonly: true })
  const schema = source
    .prepare<[], string>(
      "SELECT sql FROM sqlite_master WHERE tbl_name = 'deployments' AND sql IS NOT NULL ORDER BY rootpage",
    )
    .pluck()
    .all()
  const rows = source.prepare<[], Array<unknown>>('SELECT * FROM deployments ORDER BY id').raw().all()
  source.close()
  const db = new Database(to)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('cache_size = -65536')
  for (const statement of schema) db.exec(statement)
  const insert = db.prepare(`INSERT INTO deployments VALUES (${(rows[0] ?? []).map(() => '?').join(', ')})`)
  const began = performance.now()
  const write = db.transaction((first: number) => {
    for (const row of rows.slice(first, first + ROWS_A_TRANSACTION)) insert.run(...row)
  })
  for (let first = 0; first < rows.length; first += ROWS_A_TRANSACTION) write(first)
  const elapsed = performance.now() - began
  db.close()
  return elapsed
}

const prepare = async (): Promise<Rounds> => {
  const { path, remove } = scratch()
  const events = sizeOr(EVENTS)
  const log = path('events.sqlite')
  await fillDeployments(log, 'a'.repeat(40), Math.ceil(events / 2))
  const file = path('read-model.sqlite')
  const early: Array<number> = []
  const late: Array<number> = []

  const rebuild = async (remember?: (position: number, megabytes: number) => void): Promise<number> => {
    removeReadModel(file)
    const store = openSqliteEventStore({ path: log })
    let steps = 0
    const readModel = makeReadModel({
      file,
      store,
      personalData: makeMemoryPersonalData(),
      onProgress: (position) => {
        steps++
        remember?.(position, heldMegabytes())
      },
    })
    const elapsed = await timed(() => readModel.projector.start())
    if (readModel.projector.failures() > 0) throw new Error('events could not be applied')
    if (steps < events / 100_000) throw new Error('no progress was told')
    await readModel.close()
    await store.close()
    return elapsed
  }

  const rate = (milliseconds: number): number => (events / milliseconds) * 1000
  // The rows to be inserted by hand come out of a first rebuild; later the process holds these rows as well.
  const before = heldMegabytes()
  await rebuild((position, megabytes) => {
    if (position < events / 4) early.push(megabytes - before)
    else if (position > (events * 3) / 4) late.push(megabytes - before)
  })
  return {
    unit: 'events/s',
    rounds: 3,
    ceiling: async () => rate(insertRaw(file, path('raw.sqlite'))),
    product: async () => rate(await rebuild()),
    notes: () => [
      `memory besides mapped files: the first rebuild takes at most ${Math.round(Math.max(...early))} MB in the first quarter, ${Math.round(Math.max(...late))} MB in the last`,
    ],
    finish: remove,
  }
}

export const rebuilding: Benchmark = {
  name: 'P2',
  work: 'rebuild of the read model from 1,000,000 events (or --size)',
  ceiling: 'the same rows inserted raw, 10,000 a transaction',
  goal: { atLeast: 0.5 },
  prepare,
}
