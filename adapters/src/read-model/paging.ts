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

/** Runs a list query for one page: two statements, whatever the page. */
export const page = <Row>(statements: Statements, query: ListQuery, request: PageRequest): Page<Row> => {
  const where = query.where.length === 0 ? '' : ` WHERE ${query.where.map((one) => `(${one.sql})`).join(' AND ')}`
  const values = query.where.flatMap((one) => one.values)
  const counted = statements
    .get(`SELECT count(*) FROM (SELECT 1 FROM ${query.from}${where} LIMIT ${MOST_COUNTED + 1})`)
    .pluck()
    .get(...values) as number
  const rows = statements
    .get(`SELECT ${query.select} FROM ${query.from}${where} ORDER BY ${query.orderBy} LIMIT ? OFFSET ?`)
    .all(...values, request.perPage, (request.page - 1) * request.perPage) as ReadonlyArray<Row>
  return { rows, total: counted > MOST_COUNTED ? undefined : counted }
}
