import type { Database } from 'better-sqlite3'
import { oncePerDatabase, RowCache } from './row-cache.js'

/** A version that changes whenever rows may have changed. */
export interface RowsEdition {
  readonly current: number
}

/**
 * Incremented with each batch that a projector has applied: for answers that cost little more than asking SQLite for its change counter.
 *
 * @example
 * import Database from 'better-sqlite3'
 * assert.equal(appliedEditionOf(new Database(':memory:')).current, 0)
 */
export const appliedEditionOf = oncePerDatabase((): { current: number } => ({ current: 0 }))

/**
 * The number of rows that SQLite has changed on this connection; one statement for each read.
 *
 * @example
 * import Database from 'better-sqlite3'
 * assert.ok(changedEditionOf(new Database(':memory:')))
 */
export const changedEditionOf = (db: Database): RowsEdition => {
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  return {
    get current() {
      return changes.get() ?? 0
    },
  }
}

/** A cache of answers that any change of a row invalidates; absence is cached, too. */
export class AnswerCache<Answer> {
  readonly #answers: RowCache<string, Answer>
  readonly #edition: RowsEdition
  #seen: number | undefined

  /** `capacity`: answers; the least recently used is evicted first. */
  constructor(edition: RowsEdition, capacity?: number) {
    this.#answers = new RowCache(capacity)
    this.#edition = edition
  }

  get(key: string, ask: (key: string) => Answer): Answer {
    const { current } = this.#edition
    if (current !== this.#seen) {
      this.#answers.forgetAll()
      this.#seen = current
    }
    return this.#answers.get(key, ask)
  }
}
