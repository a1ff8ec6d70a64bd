import type { Database } from 'better-sqlite3'

const PAGES_AT_ONCE = 100

class Ended extends Error {}

/** Copies of a database that is in use; a database must not be closed under a copy, so they are ended first. */
export class OnlineCopies {
  readonly #db: Database
  readonly #running = new Set<Promise<unknown>>()
  #isEnding = false

  constructor(db: Database) {
    this.#db = db
  }

  /** False where the copies were ended before all was written. Rejects where the disk does not take it. */
  async copyTo(file: string): Promise<boolean> {
    if (this.#isEnding) return false
    const copy = this.#db.backup(file, { progress: this.#goOn })
    this.#running.add(copy)
    try {
      await copy
      return true
    } catch (error) {
      if (error instanceof Ended) return false
      throw error
    } finally {
      this.#running.delete(copy)
    }
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await Promise.allSettled(this.#running)
  }

  readonly #goOn = (): number => {
    if (this.#isEnding) throw new Ended()
    return PAGES_AT_ONCE
  }
}
