import type { Database, RunResult } from 'better-sqlite3'
import { type CompiledStatement, compiled, type Shape, type Values } from './compiled-statement.js'

/** A statement that is compiled when it is first run. */
class LazyStatement {
  readonly #compile: (shape: Shape | undefined) => CompiledStatement
  #shape: Shape | undefined
  #compiled: CompiledStatement | undefined

  constructor(compile: (shape: Shape | undefined) => CompiledStatement) {
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

  #make(): CompiledStatement {
    this.#compiled = this.#compile(this.#shape)
    return this.#compiled
  }
}

/**
 * The same database, its statements compiled when they are first run: the read model has some six hundred, of which a server that has just
 * started runs a few.
 */
export const withLazyStatements = (db: Database): Database => {
  const compile = db.prepare.bind(db)
  const prepare = (source: string) =>
    new LazyStatement((shape) => compiled((text) => compile<Values>(text), source, shape))
  return Object.assign(db, { prepare: prepare as unknown as Database['prepare'] })
}
