import SqliteDatabase, { type Database } from 'better-sqlite3'

const PAGES_PER_STEP = 100

class Ended extends Error {}

/**
 * Copies of a database that is in use, as it was committed when each of them began; a database must not be closed under a copy, so they
 * are ended first.
 *
 * A file is read on a connection of its own in one transaction: on the connection of the writer a copy would wait for each transaction of
 * it, which under constant writes are open nearly always.
 */
export class OnlineCopies {
  readonly #db: Database
  readonly #running = new Set<Promise<unknown>>()
  #isEnding = false

  constructor(db: Database) {
    this.#db = db
  }

  /** False if the copies were ended before it was complete. Rejects if it cannot be written. */
  async copyTo(file: string): Promise<boolean> {
    if (this.#isEnding) return false
    const snapshot = this.#db.memory ? undefined : openSnapshot(this.#db.name)
    const copy = (snapshot ?? this.#db).backup(file, { progress: this.#goOn })
    this.#running.add(copy)
    try {
      await copy
      return true
    } catch (error) {
      if (error instanceof Ended) return false
      throw error
    } finally {
      this.#running.delete(copy)
      snapshot?.close()
    }
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await Promise.allSettled(this.#running)
  }

  readonly #goOn = (): number => {
    if (this.#isEnding) throw new Ended()
    return PAGES_PER_STEP
  }
}

/** A connection that keeps seeing what is committed now. */
const openSnapshot = (file: string): Database => {
  const db = new SqliteDatabase(file, { readonly: true })
  db.exec('BEGIN')
  db.prepare('SELECT count(*) FROM sqlite_master').get()
  return db
}
