import { RecencyCache } from '@forgefold/core/app'
import type { Database } from 'better-sqlite3'

/** The default capacity. */
const CAPACITY = 10_000

/**
 * Answers of the read model kept in memory by their key, absence included, because reading and building a row again costs most of what a
 * request for it costs.
 *
 * Code that changes the source of an entry invalidates it. As long as a row is the same object, nothing in it has changed: what is made of
 * it may be kept too.
 */
export class RowCache<Key, Row> {
  readonly #rows: RecencyCache<Key, { readonly row: Row }>

  /** `capacity`: entries; the least recently used is evicted first. */
  constructor(capacity = CAPACITY) {
    this.#rows = new RecencyCache(capacity)
  }

  get(key: Key, read: (key: Key) => Row): Row {
    const known = this.#rows.get(key)
    if (known !== undefined) return known.row
    const row = read(key)
    this.#rows.set(key, { row })
    return row
  }

  /** The cached row, without a read; undefined if it is not cached. */
  known(key: Key): Row | undefined {
    return this.#rows.get(key)?.row
  }

  /** Stores a row that is known without a read. */
  set(key: Key, row: Row): void {
    this.#rows.set(key, { row })
  }

  forget(key: Key): void {
    this.#rows.delete(key)
  }

  /** Drops every row. */
  forgetAll(): void {
    this.#rows.clear()
  }
}

/** Caches of one database that are invalidated together. */
export class RowCaches {
  readonly #caches: Array<RowCache<never, unknown>> = []

  /** One more cache of the group. */
  add<Key, Row>(capacity?: number): RowCache<Key, Row> {
    const cache = new RowCache<Key, Row>(capacity)
    this.#caches.push(cache as unknown as RowCache<never, unknown>)
    return cache
  }

  forgetAll(): void {
    for (const cache of this.#caches) cache.forgetAll()
  }
}

/** Creates one per database, so that the handlers and queries of a projection share it. */
export const oncePerDatabase = <A>(make: (db: Database) => A): ((db: Database) => A) => {
  const made = new WeakMap<Database, A>()
  return (db) => {
    const known = made.get(db)
    if (known !== undefined) return known
    const one = make(db)
    made.set(db, one)
    return one
  }
}
