import type { Page, PageRequest } from '@forgefold/core/ports'
import type { Database, Statement } from 'better-sqlite3'

/** Above this many rows a list is no longer counted. */
export const MOST_COUNTED = 10_000

/** One condition of a list with its values. */
export interface Condition {
  readonly sql: string
  readonly values: ReadonlyArray<unknown>
}

/** A list: what is selected from where, under which conditions, in which order (a fixed text, never from outside). */
export interface ListQuery {
  readonly select: string
  readonly from: string
  /** What counting needs of `from`: joins that neither add nor drop rows can be left out. Default: `from`. */
  readonly countFrom?: string
  readonly where: ReadonlyArray<Condition>
  readonly orderBy: string
}

/** Prepared statements by their text; list filters make a limited number of shapes. */
export class Statements {
  readonly #byText = new Map<string, Statement<Array<unknown>>>()
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  get(text: string): Statement<Array<unknown>> {
    const known = this.#byText.get(text)
    if (known !== undefined) return known
    if (this.#byText.size >= 500) this.#byText.clear()
    const made = this.#db.prepare<Array<unknown>>(text)
    this.#byText.set(text, made)
    return made
  }
}

/** Counts of lists, good until the next row changes; counting is what a list costs most. */
class Counts {
  readonly #counts = new Map<string, number>()
  readonly #changes: Statement<[], number>
  #seen = -1

  constructor(db: Database) {
    this.#changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  }

  of(key: string, count: () => number): number {
    const changes = this.#changes.get() ?? 0
    if (changes !== this.#seen || this.#counts.size >= 1000) {
      this.#counts.clear()
      this.#seen = changes
    }
    const known = this.#counts.get(key)
    if (known !== undefined) return known
    const made = count()
    this.#counts.set(key, made)
    return made
  }
}

/** Runs list queries, one page at a time: two statements at most, whatever the page. */
export class Lists {
  readonly #statements: Statements
  readonly #counts: Counts

  constructor(db: Database) {
    this.#statements = new Statements(db)
    this.#counts = new Counts(db)
  }

  page<Row>(query: ListQuery, request: PageRequest): Page<Row> {
    const where = query.where.length === 0 ? '' : ` WHERE ${query.where.map((one) => `(${one.sql})`).join(' AND ')}`
    const values = query.where.flatMap((one) => one.values)
    const countText = `SELECT count(*) FROM (SELECT 1 FROM ${query.countFrom ?? query.from}${where} LIMIT ${MOST_COUNTED + 1})`
    const counted = this.#counts.of(
      `${countText}\0${JSON.stringify(values)}`,
      () =>
        this.#statements
          .get(countText)
          .pluck()
          .get(...values) as number,
    )
    const rows = this.#statements
      .get(`SELECT ${query.select} FROM ${query.from}${where} ORDER BY ${query.orderBy} LIMIT ? OFFSET ?`)
      .all(...values, request.perPage, (request.page - 1) * request.perPage) as ReadonlyArray<Row>
    return { rows, total: counted > MOST_COUNTED ? undefined : counted }
  }
}
