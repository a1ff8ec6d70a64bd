import SqliteDatabase, { type Database, type RunResult, type Statement } from 'better-sqlite3'
import { type Shape, shaped, type Values } from './lazy-statement.js'

/** Rows in memory that nobody changes: any number of databases read them, and copy them when they first write. */
export class SharedRows {
  #image: Buffer | undefined
  #opened: Database | undefined
  readonly #statements = new Map<string, Statement<Values>>()

  /** The image as `serialize` gave it. */
  constructor(image: Buffer) {
    this.#image = image
  }

  get #db(): Database {
    this.#opened ??= new SqliteDatabase(this.#image)
    this.#image = undefined
    return this.#opened
  }

  /** Compiled once for all who read; undefined where it would write. */
  reading(source: string, shape: Shape | undefined): Statement<Values> | undefined {
    const name = `${shape ?? ''} ${source}`
    const known = this.#statements.get(name) ?? shaped(this.#db.prepare<Values>(source), shape)
    this.#statements.set(name, known)
    return known.readonly ? known : undefined
  }

  image(): Buffer {
    return this.#image ?? this.#db.serialize()
  }
}

/** A database on shared rows, and its own copy of them once it has one. */
class Connection {
  readonly rows: SharedRows
  #own: Database | undefined
  #closed = false

  constructor(rows: SharedRows) {
    this.rows = rows
  }

  get copied(): Database | undefined {
    return this.#own
  }

  own(): Database {
    if (this.#closed) throw new TypeError('The database connection is not open')
    this.#own ??= new SqliteDatabase(this.rows.image())
    return this.#own
  }

  close(): void {
    this.#closed = true
    this.#own?.close()
  }

  reading(source: string, shape: Shape | undefined): Statement<Values> | undefined {
    return this.#own === undefined && !this.#closed ? this.rows.reading(source, shape) : undefined
  }
}

/** A statement that reads the shared rows until there is a copy, and makes one where it writes. */
class SharedStatement {
  readonly #connection: Connection
  readonly #source: string
  #shape: Shape | undefined
  #owned: Statement<Values> | undefined

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

  /** Others use the same statement meanwhile, so that its rows are taken at once. */
  iterate(...values: Values): IterableIterator<unknown> {
    return this.#reading()
      .all(...values)
      [Symbol.iterator]()
  }

  #reading(): Statement<Values> {
    return this.#connection.reading(this.#source, this.#shape) ?? this.#own()
  }

  #own(): Statement<Values> {
    this.#owned ??= shaped(this.#connection.own().prepare<Values>(this.#source), this.#shape)
    return this.#owned
  }
}

const connections = new WeakMap<object, Connection>()

/** The rows that a database shares; undefined where it has its own. */
export const rowsSharedBy = (db: Database): SharedRows | undefined => {
  const connection = connections.get(db)
  return connection === undefined || connection.copied !== undefined ? undefined : connection.rows
}

/** A database that begins with shared rows and copies them at its first write. */
export const copyOnWrite = (rows: SharedRows): Database => {
  const connection = new Connection(rows)
  const transaction = (work: (...given: Values) => unknown) => {
    const run = (...given: Values): unknown => connection.own().transaction(work)(...given)
    return Object.assign(run, {
      immediate: (...given: Values) =>
        connection
          .own()
          .transaction(work)
          .immediate(...given),
    })
  }
  const db = {
    memory: true,
    name: ':memory:',
    get inTransaction() {
      return connection.copied?.inTransaction === true
    },
    prepare: (source: string) => new SharedStatement(connection, source),
    transaction,
    exec: (source: string) => connection.own().exec(source),
    pragma: (source: string) => connection.own().pragma(source),
    backup: (...given: Parameters<Database['backup']>) => connection.own().backup(...given),
    serialize: () => connection.copied?.serialize() ?? rows.image(),
    close: () => connection.close(),
  }
  connections.set(db, connection)
  // As much of a database as the read model uses.
  return db as unknown as Database
}
