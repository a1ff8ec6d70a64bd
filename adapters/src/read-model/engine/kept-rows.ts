import { RecencyCache } from '@forgefold/core/app'
import type { Database } from 'better-sqlite3'

/** So many rows of a kind are kept. */
const MOST_ROWS = 10_000

/**
 * Rows kept in memory by their id, because reading and building one again costs most of what a request for it costs.
 *
 * Handlers forget a row with each event that touches it. As long as a row is the same object, nothing in it has changed: whoever makes
 * something of it may keep that too.
 */
export class KeptRows<Row> {
  #rows = new RecencyCache<number, Row>(MOST_ROWS)

  get<Read extends Row | undefined>(id: number, read: (id: number) => Read): Row | Read {
    const known = this.#rows.get(id)
    if (known !== undefined) return known
    const row = read(id)
    if (row !== undefined) this.#rows.set(id, row)
    return row
  }

  /** For rows that are known without reading them. */
  set(id: number, row: Row): void {
    this.#rows.set(id, row)
  }

  forget(id: number): void {
    this.#rows.delete(id)
  }

  /** For changes that show in any row. */
  forgetAll(): void {
    this.#rows = new RecencyCache<number, Row>(MOST_ROWS)
  }
}

/** One of it for each database: handlers and queries of a projection share it. */
export const oncePerDatabase = <A>(make: () => A): ((db: Database) => A) => {
  const made = new WeakMap<Database, A>()
  return (db) => {
    const known = made.get(db)
    if (known !== undefined) return known
    const one = make()
    made.set(db, one)
    return one
  }
}
