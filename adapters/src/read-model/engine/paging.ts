import type { Page, PageRequest } from '@forgefold/core/ports'
import type { Database, Statement } from 'better-sqlite3'
import { AnswerCache, changedEditionOf } from './answer-cache.js'

/** Above this many rows a list is no longer counted. */
const MAX_COUNTED = 10_000

/** One condition of a list with its values. */
export interface Condition {
  readonly sql: string
  readonly values: ReadonlyArray<unknown>
}

/** A list query: columns, tables, conditions and order; the order is fixed text, never input. */
export interface ListQuery {
  readonly select: string
  readonly from: string
  /** The parameters of `from`. */
  readonly fromValues?: ReadonlyArray<unknown>
  /** The part of `from` that counting needs: joins that neither add nor drop rows can be left out. Default: `from`. */
  readonly countFrom?: string
  readonly where: ReadonlyArray<Condition>
  /** The same conditions, written so that the index of the order is walked: for lists in which few rows of that walk are skipped. */
  readonly whereMany?: ReadonlyArray<Condition> | undefined
  readonly orderBy: string
}

/** The number of matches from which walking the index of the order is cheaper than sorting. */
const MANY = 2000

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

/** The most cached counts; counting is the largest part of the cost of a list. */
const MAX_COUNTS = 1000
/** At most this many pages are cached for lists that are read repeatedly. */
const MAX_PAGES = 100

/** A statement with its parameters. */
interface Written {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

/** A list query as SQL: its count, its page, and its page for many rows. */
interface WrittenList {
  readonly count: Written
  readonly few: Written
  readonly many: Written
}

const whereOf = (conditions: ReadonlyArray<Condition>): Written => ({
  text: conditions.length === 0 ? '' : ` WHERE ${conditions.map((one) => `(${one.sql})`).join(' AND ')}`,
  values: conditions.flatMap((one) => one.values),
})

const pageOf = ({ select, from, fromValues, orderBy }: ListQuery, where: Written): Written => ({
  text: `SELECT ${select} FROM ${from}${where.text} ORDER BY ${orderBy} LIMIT ? OFFSET ?`,
  values: fromValues === undefined ? where.values : [...fromValues, ...where.values],
})

const written = (query: ListQuery): WrittenList => {
  const where = whereOf(query.where)
  const few = pageOf(query, where)
  const from = query.countFrom ?? query.from
  return {
    count: {
      text: `SELECT count(*) FROM (SELECT 1 FROM ${from}${where.text} LIMIT ${MAX_COUNTED + 1})`,
      values: query.fromValues === undefined ? where.values : [...query.fromValues, ...where.values],
    },
    few,
    many: query.whereMany === undefined ? few : pageOf(query, whereOf(query.whereMany)),
  }
}

/** Runs list queries, one page at a time: two statements at most, whatever the page. */
export class Lists {
  readonly #statements: Statements
  readonly #counts: AnswerCache<number>
  readonly #pages: AnswerCache<Page<unknown>>
  readonly #countsByValue: AnswerCache<ReadonlyMap<string, number>>

  constructor(db: Database) {
    this.#statements = new Statements(db)
    const edition = changedEditionOf(db)
    this.#counts = new AnswerCache(edition, MAX_COUNTS)
    this.#pages = new AnswerCache(edition, MAX_PAGES)
    this.#countsByValue = new AnswerCache(edition, MAX_PAGES)
  }

  page<Row>(query: ListQuery, request: PageRequest): Page<Row> {
    return this.#read(written(query), request)
  }

  /**
   * The same for lists that are read over and over: until the next change of any row it gives the same page object, so a caller that makes
   * something of its rows may keep that too.
   *
   * `filter` is all that the page depends on besides the rows, as plain JSON: writing its query costs more than finding the page. `query` and
   * `shown`, which makes the rows, look at nothing but the filter and the read model.
   */
  keptPage<Row, Shown>(
    filter: object,
    request: PageRequest,
    query: () => ListQuery,
    shown: (rows: ReadonlyArray<Row>) => ReadonlyArray<Shown>,
  ): Page<Shown> {
    return this.#pages.get(`${JSON.stringify(filter)}${request.page}/${request.perPage}`, () => {
      const { rows, total } = this.#read<Row>(written(query()), request)
      return { rows: shown(rows), total }
    }) as Page<Shown>
  }

  /** The first rows of a list, uncounted. */
  first<Row>(query: ListQuery, limit: number): ReadonlyArray<Row> {
    const { text, values } = pageOf(query, whereOf(query.where))
    return this.#statements.get(text).all(...values, limit, 0) as ReadonlyArray<Row>
  }

  /** How many rows there are with each value of a column, without a limit; kept until any row changes, because a million take a second. */
  counts({ from, where }: Pick<ListQuery, 'from' | 'where'>, column: string): ReadonlyMap<string, number> {
    const { text, values } = whereOf(where)
    const counting = `SELECT ${column} AS value, count(*) AS count FROM ${from}${text} GROUP BY 1`
    return this.#countsByValue.get(`${counting}\0${JSON.stringify(values)}`, () => {
      const counted = this.#statements.get(counting).all(...values) as ReadonlyArray<{
        readonly value: string
        readonly count: number
      }>
      return new Map(counted.map(({ value, count }) => [value, count]))
    })
  }

  #read<Row>({ count, few, many }: WrittenList, request: PageRequest): Page<Row> {
    const counted = this.#counts.get(
      `${count.text}\0${JSON.stringify(count.values)}`,
      () =>
        this.#statements
          .get(count.text)
          .pluck()
          .get(...count.values) as number,
    )
    const { text, values } = counted < MANY ? few : many
    const rows = this.#statements
      .get(text)
      .all(...values, request.perPage, (request.page - 1) * request.perPage) as ReadonlyArray<Row>
    return { rows, total: counted > MAX_COUNTED ? undefined : counted }
  }
}
