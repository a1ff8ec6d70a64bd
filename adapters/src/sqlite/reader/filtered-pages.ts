import { millisecondsOf, type Position, type StreamName } from '@forgefold/core/kernel'
import type { AllReadOptions, Direction, EventFilter } from '@forgefold/core/ports'
import type { Statement } from 'better-sqlite3'
import type { Page } from '../../event-store/feed.js'
import type { Connection } from '../connection.js'
import { COLUMNS, type EventRow, storedEvent } from './event-row.js'

type NamedRow = [...EventRow, stream: string]

/** How many positions one page looks at, at most: a rare event is searched for in steps that never hold up the loop. */
const WINDOW = 8192

const SELECT = `SELECT ${COLUMNS}, stream.name
  FROM event CROSS JOIN event_type ON event_type.key = event.type CROSS JOIN stream ON stream.key = event.stream`

const marks = (values: ReadonlyArray<unknown>): string => values.map(() => '?').join(', ')

type PageStatement = Statement<Array<string | number>, NamedRow>

interface Compiled {
  readonly sql: string
  readonly parameters: ReadonlyArray<string | number>
}

/** The filter as SQL over one window of positions. */
const compile = (filter: EventFilter, direction: Direction): Compiled => {
  const conditions = ['event.position BETWEEN ? AND ?']
  const parameters: Array<string | number> = []
  if (filter.categories !== undefined) {
    conditions.push(`event.category IN (SELECT key FROM category WHERE name IN (${marks(filter.categories)}))`)
    parameters.push(...filter.categories)
  }
  if (filter.types !== undefined) {
    conditions.push(`event.type IN (SELECT key FROM event_type WHERE name IN (${marks(filter.types)}))`)
    parameters.push(...filter.types)
  }
  if (filter.since !== undefined) {
    conditions.push('event.at >= ?')
    parameters.push(millisecondsOf(filter.since))
  }
  if (filter.until !== undefined) {
    conditions.push('event.at < ?')
    parameters.push(millisecondsOf(filter.until))
  }
  const order = direction === 'forwards' ? 'ASC' : 'DESC'
  return { sql: `${SELECT} WHERE ${conditions.join(' AND ')} ORDER BY event.position ${order} LIMIT ?`, parameters }
}

/** Pages of the whole history, with or without a filter. */
export class FilteredPages {
  readonly #connection: Connection
  readonly #last
  readonly #statements = new Map<string, PageStatement>()

  constructor(connection: Connection) {
    this.#connection = connection
    this.#last = connection.prepare<[], number | null>('SELECT max(position) FROM event').pluck()
  }

  /** The last position there is; 0 where the history is empty. */
  last(): number {
    return this.#last.get() ?? 0
  }

  read({ after, direction = 'forwards', limit = 1000, filter = {} }: AllReadOptions): Page {
    const last = this.last()
    const forwards = direction === 'forwards'
    const first = forwards ? (after ?? 0) + 1 : Math.min((after ?? Infinity) - 1, last)
    if (forwards ? first > last : first < 1) return { kind: 'Read', events: [], upTo: after, end: true }
    const edge = forwards ? Math.min(last, first + WINDOW - 1) : Math.max(1, first - WINDOW + 1)
    const { sql, parameters } = compile(filter, direction)
    const rows = this.#statement(sql).all(Math.min(first, edge), Math.max(first, edge), ...parameters, limit)
    const events = rows.map((row) => storedEvent(row as unknown as EventRow, row[7] as StreamName))
    const upTo = rows.length === limit ? (rows.at(-1)?.[0] ?? first) : edge
    return { kind: 'Read', events, upTo: upTo as Position, end: upTo === (forwards ? last : 1) }
  }

  #statement(sql: string): PageStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement: PageStatement = this.#connection.prepare<Array<string | number>, NamedRow>(sql).raw()
    this.#statements.set(sql, statement)
    return statement
  }
}
