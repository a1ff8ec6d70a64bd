import type { Database, RunResult, Statement } from 'better-sqlite3'
import { byPosition, valuesOf } from './named-values.js'

export type Values = Array<unknown>
/** Result modes of statements: the first column, or arrays of columns. Without one a row is an object. */
export type Shape = 'pluck' | 'raw'

/** A compiled statement in one result mode. */
export interface CompiledStatement {
  readonly readonly: boolean
  readonly get: (...values: Values) => unknown
  readonly all: (...values: Values) => Array<unknown>
  readonly run: (...values: Values) => RunResult
  readonly iterate: (...values: Values) => IterableIterator<unknown>
}

type Row = Record<string, unknown>

/**
 * Rows as objects, made here of arrays: better-sqlite3 looks up the name of each column and adds it to each row as a new member, which takes
 * longer than reading the row.
 */
class StatementOfRows implements CompiledStatement {
  readonly #statement: Statement<Values>
  readonly #names: ReadonlyArray<string>
  /** Copied for each row, so that all have the same members from the beginning. */
  readonly #empty: Row

  constructor(statement: Statement<Values>) {
    this.#statement = statement.raw()
    this.#names = statement.columns().map(({ name }) => name)
    // Members of parsed objects lie in the object itself.
    this.#empty = JSON.parse(JSON.stringify(Object.fromEntries(this.#names.map((name) => [name, null])))) as Row
  }

  get readonly(): boolean {
    return this.#statement.readonly
  }

  get(...values: Values): unknown {
    const row = this.#statement.get(...values)
    return row === undefined ? undefined : this.#rowOf(row as Values)
  }

  all(...values: Values): Array<unknown> {
    const rows = this.#statement.all(...values)
    for (let index = 0; index < rows.length; index++) rows[index] = this.#rowOf(rows[index] as Values)
    return rows
  }

  run(...values: Values): RunResult {
    return this.#statement.run(...values)
  }

  *iterate(...values: Values): IterableIterator<unknown> {
    for (const row of this.#statement.iterate(...values)) yield this.#rowOf(row as Values)
  }

  #rowOf(values: Values): Row {
    const row = { ...this.#empty }
    const names = this.#names
    for (let index = 0; index < names.length; index++) row[names[index] as string] = values[index]
    return row
  }
}

/** A statement that writes and takes one object of values, bound by position. */
class StatementOfNames implements CompiledStatement {
  readonly readonly = false
  readonly #statement: Statement<Values>
  readonly #names: ReadonlyArray<string>

  constructor(statement: Statement<Values>, names: ReadonlyArray<string>) {
    this.#statement = statement
    this.#names = names
  }

  run(given: unknown): RunResult {
    return this.#statement.run(...valuesOf(this.#names, given as Row))
  }

  get(): never {
    throw new TypeError('This statement does not return data')
  }

  all(): never {
    return this.get()
  }

  iterate(): never {
    return this.get()
  }
}

/** Compiles a statement for one result mode. */
export const compiled = (
  compile: (source: string) => Statement<Values>,
  source: string,
  shape: Shape | undefined,
): CompiledStatement => {
  const statement = compile(source)
  if (shape !== undefined) return statement[shape]()
  if (statement.reader) return new StatementOfRows(statement)
  const positional = byPosition(source)
  return positional === undefined ? statement : new StatementOfNames(compile(positional.source), positional.names)
}

/** The statements of a database, each compiled once. They are found by their own texts: one joined for the purpose would be hashed each time. */
export class CompiledStatements {
  readonly #byShape = {
    rows: new Map<string, CompiledStatement>(),
    pluck: new Map<string, CompiledStatement>(),
    raw: new Map<string, CompiledStatement>(),
  }

  get size(): number {
    const { rows, pluck, raw } = this.#byShape
    return rows.size + pluck.size + raw.size
  }

  of(db: Database, source: string, shape: Shape | undefined): CompiledStatement {
    const statements = this.#byShape[shape ?? 'rows']
    const known = statements.get(source)
    if (known !== undefined) return known
    const made = compiled((text) => db.prepare<Values>(text), source, shape)
    statements.set(source, made)
    return made
  }

  clear(): void {
    for (const statements of Object.values(this.#byShape)) statements.clear()
  }
}
