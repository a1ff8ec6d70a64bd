import SqliteDatabase, { type Database, type Statement } from 'better-sqlite3'
import { type Shape, shaped, type Values } from './lazy-statement.js'

/** What a transaction of its user is, within the one that is undone in the end. */
const NESTED = {
  'BEGIN IMMEDIATE': 'SAVEPOINT batch',
  COMMIT: 'RELEASE batch',
  ROLLBACK: 'ROLLBACK TO batch; RELEASE batch',
}

/** Whether a statement begins or ends a transaction. Asked of each of some six hundred: comparing is done by length. */
export const isOfTransaction = (source: string): source is keyof typeof NESTED =>
  source === 'BEGIN IMMEDIATE' || source === 'COMMIT' || source === 'ROLLBACK'

/** A copy that has more of them is not used again: the read model has some six hundred, and queries that are put together add to them. */
const MAX_STATEMENTS = 2_000

/** A database that one user has for itself, and the statements that were compiled on it; what a user did can be undone for the next. */
export class RowsCopy {
  readonly #db: Database
  readonly #statements = new Map<string, Statement<Values>>()
  #isUndoable = false
  #isNested = false

  constructor(image: Buffer) {
    this.#db = new SqliteDatabase(image)
  }

  get db(): Database {
    this.#notice()
    return this.#db
  }

  get inTransaction(): boolean {
    return this.#db.inTransaction && (!this.#notice() || this.#isNested)
  }

  statement(source: string, shape: Shape | undefined): Statement<Values> {
    const name = `${shape ?? ''} ${source}`
    const known = this.#statements.get(name) ?? shaped(this.#db.prepare<Values>(source), shape)
    this.#statements.set(name, known)
    return known
  }

  /** From now on all can be undone. */
  begin(): void {
    this.#db.exec('BEGIN')
    this.#isUndoable = true
    this.#isNested = false
  }

  /** Begins or ends a transaction of the user. */
  turn(source: keyof typeof NESTED): void {
    this.#db.exec(this.#notice() ? NESTED[source] : source)
    this.#isNested = source === 'BEGIN IMMEDIATE'
  }

  /** Everything since `begin` is gone; false: it cannot be undone any more, or the copy holds too many statements to be used again. */
  undo(): boolean {
    if (!this.#notice() || this.#statements.size > MAX_STATEMENTS) return false
    this.#db.exec('ROLLBACK')
    return true
  }

  /** Everything since `begin` stays: only what is committed can be copied. */
  keep(): Database {
    if (this.#notice()) {
      this.#isUndoable = false
      this.#db.exec('COMMIT')
    }
    return this.#db
  }

  close(): void {
    this.#db.close()
  }

  /** Whether all can be undone: no more once SQLite has undone the whole transaction by itself, as where memory runs out. */
  #notice(): boolean {
    if (this.#isUndoable && !this.#db.inTransaction) this.#isUndoable = false
    return this.#isUndoable
  }
}
