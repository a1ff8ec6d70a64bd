import type { Database } from 'better-sqlite3'

/** At most this many events are committed together: index pages that many of them touch are written once. */
export const MAX_BATCH_EVENTS = 4096
/** In milliseconds, from the first event of a transaction. */
const MAX_BATCH_MS = 200

interface Work<A> {
  readonly apply: (events: ReadonlyArray<A>) => void
  /** Called right before each commit, in the same transaction. */
  readonly beforeCommit: () => void
}

/**
 * A transaction that stays open over many groups of events, because readers use the same connection and see the rows
 * before they are committed. What a crash takes away was not committed together with its checkpoint, so it is made again.
 */
export class BatchedTransaction<A> {
  readonly #db: Database
  readonly #work: Work<A>
  readonly #begin
  readonly #commit
  readonly #rollback
  #open: Array<A> = []
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database, work: Work<A>) {
    this.#db = db
    this.#work = work
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#commit = db.prepare('COMMIT')
    this.#rollback = db.prepare('ROLLBACK')
  }

  /** Applies some more; if that throws, everything uncommitted is rolled back and returned, to be applied another way. */
  add(events: ReadonlyArray<A>): ReadonlyArray<A> {
    const isUndone = this.#timer !== undefined && !this.#db.inTransaction
    if (this.#timer === undefined) this.#start()
    for (const event of events) this.#open.push(event)
    if (isUndone) return this.#end()
    try {
      this.#work.apply(events)
      return []
    } catch {
      if (this.#db.inTransaction) this.#rollback.run()
      return this.#end()
    }
  }

  /** Whether the open transaction is large or old enough to be committed. */
  get full(): boolean {
    return this.#open.length >= MAX_BATCH_EVENTS
  }

  /** Commits what was done since the last commit; if the disk refuses, the rows stay in the open transaction and the commit is retried later. */
  commit(): void {
    if (this.#timer === undefined) return
    const events = this.#end()
    try {
      // After a rollback the position is not recorded either.
      if (this.#db.inTransaction) this.#work.beforeCommit()
      this.#commit.run()
    } catch {
      this.#stay(events)
    }
  }

  /** The last commit; if it fails, the rows are rebuilt at the next start. */
  close(): void {
    this.commit()
    this.#end()
  }

  /** SQLite may have rolled back a transaction that could not be committed; if it cannot be repeated now, the next commit tries again. */
  #stay(events: ReadonlyArray<A>): void {
    this.#open = [...events]
    this.#wait()
    if (this.#db.inTransaction) return
    try {
      this.#begin.run()
      this.#work.apply(events)
    } catch {
      if (this.#db.inTransaction) this.#rollback.run()
    }
  }

  #start(): void {
    this.#begin.run()
    this.#wait()
  }

  #wait(): void {
    this.#timer = setTimeout(() => this.commit(), MAX_BATCH_MS).unref()
  }

  #end(): ReadonlyArray<A> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const events = this.#open
    this.#open = []
    return events
  }
}
