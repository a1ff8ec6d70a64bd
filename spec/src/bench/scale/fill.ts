import { join } from 'node:path'
import { pause, systemClock } from '@forgefold/adapters/clock'
import { makeIds } from '@forgefold/adapters/crypto'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { makeNumbers } from '@forgefold/core/app'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { type Copies, FIRST_COPY, type Kind } from './kind.js'

/** What the API makes afterwards has numbers behind those of all copies. */
const AFTER_COPIES = 100_000_000

const copy = (db: Database, { table, from, differing }: Copies, count: number): void => {
  const columns = db
    .prepare<[string], { readonly name: string }>('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => name)
  const values = columns.map((name) => differing[name] ?? `"${name}"`)
  const { changes } = db
    .prepare(
      `WITH RECURSIVE serial (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM serial WHERE n < ?)
       INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')})
       SELECT ${values.join(', ')} FROM serial, (SELECT * FROM ${table} WHERE ${from})`,
    )
    .run(count)
  if (changes !== count) throw new Error(`${changes} rows of ${table} were copied, not ${count}`)
}

/** The counters of a history. */
const countersIn = (file: string): ReadonlyArray<string> => {
  const db = new SqliteDatabase(file, { readonly: true })
  const streams = db.prepare<[], { readonly name: string }>("SELECT name FROM stream WHERE name LIKE 'counter-%'").all()
  db.close()
  return streams.map(({ name }) => name.slice('counter-'.length))
}

/** Copies the row of each kind `count` times in the read model of a server that is stopped; no history stands behind the copies. */
export const fillKinds = async (data: string, kinds: ReadonlyArray<Kind>, count: number): Promise<void> => {
  if (FIRST_COPY + count > AFTER_COPIES / 10) throw new Error(`at most ${AFTER_COPIES / 10 - FIRST_COPY} of each kind`)
  const events = join(data, 'events.sqlite')
  const counters = countersIn(events)
  const store = openSqliteEventStore({ path: events })
  const numbers = makeNumbers(store, systemClock, makeIds(), pause)
  for (const counter of counters) await numbers.choose(counter, AFTER_COPIES)
  await store.close()
  const db = new SqliteDatabase(join(data, 'read-model.sqlite'))
  db.pragma('synchronous = OFF')
  for (const kind of kinds) for (const copies of kind.copies) copy(db, copies, count)
  db.close()
}
