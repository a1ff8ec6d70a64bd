import type { Database } from 'better-sqlite3'

/** At most this many events are committed together: pages of indexes that many of them touch are written once. */
export const MAX_BATCH_EVENTS = 4096
/** In milliseconds, from the first event of a transaction on. */
const MAX_BATCH_MS = 200

interface Work<A> {
  readonly apply: (events: ReadonlyArray<A>) => void
  /** Called right before each commit, in the same transaction. */
  readonly beforeCommit: () => void
}

/**
 * A transaction that stays open over many groups of events, because whoever reads the rows reads them on the same connection and sees them
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

  /** Applies some more; where that throws all that is not yet committed is undone, and answered, to be done in another way. */
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

  /** Writes down what was done since the last time; where the disk refuses, the rows stay as they are and it is tried again later. */
  commit(): void {
    if (this.#timer === undefined) return
    const events = this.#end()
    try {
      // What was undone is not there: its place in the history is not noted either.
      if (this.#db.inTransaction) this.#work.beforeCommit()
      this.#commit.run()
    } catch {
      this.#stay(events)
    }
  }

  /** The last commit; where it fails, the rows are made again at the next start. */
  close(): void {
    this.commit()
    this.#end()
  }

  /** SQLite may have undone a transaction that could not be committed; where it cannot be done again now, the next commit tries. */
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
