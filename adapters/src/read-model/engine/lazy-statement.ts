import type { Database, RunResult, Statement } from 'better-sqlite3'

export type Values = Array<unknown>
/** Result modes of statements: the first column, or arrays of columns. */
export type Shape = 'pluck' | 'raw'

export const shaped = (statement: Statement<Values>, shape: Shape | undefined): Statement<Values> =>
  shape === undefined ? statement : statement[shape]()

/** A statement that is compiled when it is first run. */
class LazyStatement {
  readonly #compile: () => Statement<Values>
  #shape: Shape | undefined
  #compiled: Statement<Values> | undefined

  constructor(compile: () => Statement<Values>) {
    this.#compile = compile
  }

  pluck(): this {
    return this.#shaped('pluck')
  }

  raw(): this {
    return this.#shaped('raw')
  }

  get(...values: Values): unknown {
    return (this.#compiled ?? this.#make()).get(...values)
  }

  all(...values: Values): Array<unknown> {
    return (this.#compiled ?? this.#make()).all(...values)
  }

  run(...values: Values): RunResult {
    return (this.#compiled ?? this.#make()).run(...values)
  }

  iterate(...values: Values): IterableIterator<unknown> {
    return (this.#compiled ?? this.#make()).iterate(...values)
  }

  #shaped(shape: Shape): this {
    this.#shape = shape
    return this
  }

  #make(): Statement<Values> {
    this.#compiled = shaped(this.#compile(), this.#shape)
    return this.#compiled
  }
}

/**
 * The same database, its statements compiled when they are first run: the read model has some six hundred, of which a server that has just
 * started runs a few.
 */
export const withLazyStatements = (db: Database): Database => {
  const compile = db.prepare.bind(db)
  const prepare = (source: string) => new LazyStatement(() => compile<Values>(source))
  return Object.assign(db, { prepare: prepare as unknown as Database['prepare'] })
}
