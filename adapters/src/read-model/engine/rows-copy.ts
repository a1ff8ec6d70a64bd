import SqliteDatabase, { type Database } from 'better-sqlite3'
import { type CompiledStatement, CompiledStatements, type Shape } from './compiled-statement.js'

/** The user's transactions become savepoints within the outer transaction that is rolled back. */
const NESTED = {
  'BEGIN IMMEDIATE': 'SAVEPOINT batch',
  COMMIT: 'RELEASE batch',
  ROLLBACK: 'ROLLBACK TO batch; RELEASE batch',
}

/** Whether a statement begins or ends a transaction. Asked of each of some six hundred: comparing is done by length. */
export const isOfTransaction = (source: string): source is keyof typeof NESTED =>
  source === 'BEGIN IMMEDIATE' || source === 'COMMIT' || source === 'ROLLBACK'

/** A copy with more statements is not reused: the read model has some six hundred, and dynamic queries add to them. */
const MAX_STATEMENTS = 2_000

/** A database for one user at a time with its compiled statements; the changes of a user can be rolled back for the next. */
export class RowsCopy {
  readonly #db: Database
  readonly #statements = new CompiledStatements()
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

  statement(source: string, shape: Shape | undefined): CompiledStatement {
    return this.#statements.of(this.#db, source, shape)
  }

  /** From now on everything can be undone. */
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

  /** Rolls back to `begin`; false if that is no longer possible, or if the copy holds too many statements to be reused. */
  undo(): boolean {
    if (!this.#notice() || this.#statements.size > MAX_STATEMENTS) return false
    this.#db.exec('ROLLBACK')
    return true
  }

  /** Commits everything since `begin`, because only committed rows can be copied. */
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

  /** Whether everything can still be undone: not after SQLite has rolled back the whole transaction by itself, for example out of memory. */
  #notice(): boolean {
    if (this.#isUndoable && !this.#db.inTransaction) this.#isUndoable = false
    return this.#isUndoable
  }
}
