import SqliteDatabase, { type Database, type RunResult } from 'better-sqlite3'
import { type CompiledStatement, CompiledStatements, type Shape, type Values } from './compiled-statement.js'
import { isOfTransaction, RowsCopy } from './rows-copy.js'

/** Immutable rows in memory: any number of databases read them, and copy them at their first write. */
export class SharedRows {
  #image: Buffer | undefined
  #opened: Database | undefined
  readonly #statements = new CompiledStatements()

  /** The image made by `serialize`. */
  constructor(image: Buffer) {
    this.#image = image
  }

  get #db(): Database {
    this.#opened ??= new SqliteDatabase(this.#image)
    this.#image = undefined
    return this.#opened
  }

  /** Compiled once for all readers; undefined if it would write. */
  reading(source: string, shape: Shape | undefined): CompiledStatement | undefined {
    const known = this.#statements.of(this.#db, source, shape)
    return known.readonly ? known : undefined
  }

  image(): Buffer {
    return this.#image ?? this.#db.serialize()
  }

  /** Frees what was made to read and to copy them, at once instead of when garbage is collected; nobody may use them any more. */
  discard(): void {
    for (const copy of idleCopies.get(this) ?? []) copy.close()
    idleCopies.delete(this)
    this.#statements.clear()
    this.#opened?.close()
  }
}

/** At most this many copies are kept idle, for concurrent replays. */
const MAX_IDLE = 2

/** Idle copies in their initial state: opening one and compiling its statements costs more than replaying a short history. */
const idleCopies = new WeakMap<SharedRows, Array<RowsCopy>>()

const idleCopiesOf = (rows: SharedRows): Array<RowsCopy> => {
  const known = idleCopies.get(rows) ?? []
  idleCopies.set(rows, known)
  return known
}

/** A database on shared rows, and its own copy of them once it has one. */
class Connection {
  readonly rows: SharedRows
  readonly #isPassing: boolean
  #own: RowsCopy | undefined
  #closed = false

  constructor(rows: SharedRows, isPassing: boolean) {
    this.rows = rows
    this.#isPassing = isPassing
  }

  get copied(): RowsCopy | undefined {
    return this.#own
  }

  own(): RowsCopy {
    if (this.#closed) throw new TypeError('The database connection is not open')
    this.#own ??= this.#begin()
    return this.#own
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    if (this.#own !== undefined) this.#giveBack(this.#own)
    this.#own = undefined
  }

  reading(source: string, shape: Shape | undefined): CompiledStatement | undefined {
    return this.#own === undefined && !this.#closed ? this.rows.reading(source, shape) : undefined
  }

  #begin(): RowsCopy {
    if (!this.#isPassing) return new RowsCopy(this.rows.image())
    const copy = idleCopiesOf(this.rows).pop() ?? new RowsCopy(this.rows.image())
    copy.begin()
    return copy
  }

  #giveBack(copy: RowsCopy): void {
    const idle = idleCopiesOf(this.rows)
    if (copy.undo() && idle.length < MAX_IDLE) idle.push(copy)
    else copy.close()
  }
}

/** A statement that reads the shared rows until there is a copy, and creates one if it writes. */
class SharedStatement {
  readonly #connection: Connection
  readonly #source: string
  #shape: Shape | undefined
  #owned: CompiledStatement | undefined

  constructor(connection: Connection, source: string) {
    this.#connection = connection
    this.#source = source
  }

  pluck(): this {
    this.#shape = 'pluck'
    return this
  }

  raw(): this {
    this.#shape = 'raw'
    return this
  }

  get(...values: Values): unknown {
    return this.#reading().get(...values)
  }

  all(...values: Values): Array<unknown> {
    return this.#reading().all(...values)
  }

  run(...values: Values): RunResult {
    return this.#own().run(...values)
  }

  /** The statement is shared, so its rows are read at once. */
  iterate(...values: Values): IterableIterator<unknown> {
    return this.#reading()
      .all(...values)
      [Symbol.iterator]()
  }

  #reading(): CompiledStatement {
    return this.#connection.reading(this.#source, this.#shape) ?? this.#own()
  }

  /** The copy is reused after the connection is closed, so it is looked up each time. */
  #own(): CompiledStatement {
    const copy = this.#connection.own()
    this.#owned ??= copy.statement(this.#source, this.#shape)
    return this.#owned
  }
}

const connections = new WeakMap<object, Connection>()

/** The rows that a database shares; undefined if it has its own. */
export const rowsSharedBy = (db: Database): SharedRows | undefined => {
  const connection = connections.get(db)
  return connection === undefined || connection.copied !== undefined ? undefined : connection.rows
}

/**
 * A database that begins with shared rows and copies them at its first write; `temporary`: its copy is undone and used again once it is closed.
 */
export const copyOnWrite = (rows: SharedRows, durability: 'durable' | 'temporary' = 'durable'): Database => {
  const connection = new Connection(rows, durability === 'temporary')
  const transaction = (work: (...given: Values) => unknown) => {
    const run = (...given: Values): unknown => connection.own().db.transaction(work)(...given)
    const immediate = (...given: Values): unknown =>
      connection
        .own()
        .db.transaction(work)
        .immediate(...given)
    return Object.assign(run, { immediate })
  }
  const db = {
    memory: true,
    name: ':memory:',
    get inTransaction() {
      return connection.copied?.inTransaction === true
    },
    prepare: (source: string) =>
      isOfTransaction(source) ? { run: () => connection.own().turn(source) } : new SharedStatement(connection, source),
    transaction,
    exec: (source: string) => connection.own().db.exec(source),
    pragma: (source: string) => connection.own().db.pragma(source),
    backup: (...given: Parameters<Database['backup']>) =>
      connection
        .own()
        .keep()
        .backup(...given),
    serialize: () => connection.copied?.keep().serialize() ?? rows.image(),
    close: () => connection.close(),
  }
  connections.set(db, connection)
  // The part of a database that the read model uses.
  return db as unknown as Database
}
