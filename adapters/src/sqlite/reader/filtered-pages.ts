import { millisecondsOf, type Position, type StoredEvent } from '@forgefold/core/kernel'
import type { AllReadOptions, Direction, EventFilter } from '@forgefold/core/ports'
import type { Statement } from 'better-sqlite3'
import type { Page } from '../../event-store/feed-reader.js'
import { allRows, type Connection } from '../connection.js'
import type { EventNames } from './event-names.js'
import {
  COLUMNS,
  type EventRow,
  GROUPED,
  type GroupedRow,
  groupedEvents,
  LAZY_COLUMNS,
  type LazyColumns,
  storedEvents,
} from './event-row.js'

/** The most positions that one page examines: a rare event is searched for in steps that never block the event loop. */
const WINDOW = 8192

/** From this limit on, pages of everything are read with many events in each row. */
const LONG = 64

const marks = (values: ReadonlyArray<unknown>): string => values.map(() => '?').join(', ')

type Parameters = Array<string | number>

/** A query in two parts: the columns that every reader needs, and the rest, read on demand. */
interface PageStatements {
  readonly events: Statement<Parameters, EventRow>
  readonly rest: Statement<Parameters, LazyColumns>
}

interface Compiled {
  /** The SQL after the columns. */
  readonly from: string
  readonly parameters: ReadonlyArray<string | number>
}

/** The filter as SQL over one window of positions. */
const compile = (filter: EventFilter, direction: Direction): Compiled => {
  const conditions = ['position BETWEEN ? AND ?']
  const parameters: Array<string | number> = []
  if (filter.categories !== undefined) {
    conditions.push(`category IN (SELECT key FROM category WHERE name IN (${marks(filter.categories)}))`)
    parameters.push(...filter.categories)
  }
  if (filter.types !== undefined) {
    conditions.push(`type IN (SELECT key FROM event_type WHERE name IN (${marks(filter.types)}))`)
    parameters.push(...filter.types)
  }
  if (filter.since !== undefined) {
    conditions.push('at >= ?')
    parameters.push(millisecondsOf(filter.since))
  }
  if (filter.until !== undefined) {
    conditions.push('at < ?')
    parameters.push(millisecondsOf(filter.until))
  }
  const order = direction === 'forwards' ? 'ASC' : 'DESC'
  return { from: `FROM event WHERE ${conditions.join(' AND ')} ORDER BY position ${order} LIMIT ?`, parameters }
}

/** Pages of the whole history, with or without a filter. */
export class FilteredPages {
  readonly #connection: Connection
  readonly #names: EventNames
  readonly #last
  readonly #groups
  readonly #rest
  readonly #data
  readonly #prepared = new Map<string, PageStatements>()

  constructor(connection: Connection, names: EventNames) {
    this.#connection = connection
    this.#names = names
    this.#groups = connection.prepare<[number, number], GroupedRow>(GROUPED).raw()
    this.#rest = connection
      .prepare<[number, number], LazyColumns>(
        `SELECT ${LAZY_COLUMNS} FROM event WHERE position BETWEEN ? AND ? ORDER BY position`,
      )
      .raw()
    this.#data = connection.prepare<[number], readonly [string]>('SELECT data FROM event WHERE position = ?').raw()
    this.#last = connection.prepare<[], number | null>('SELECT max(position) FROM event').pluck()
  }

  /** The last position; 0 if the history is empty. */
  last(): number {
    return this.#last.get() ?? 0
  }

  read({ after, direction = 'forwards', limit = 1000, filter }: AllReadOptions): Page {
    const last = this.last()
    const forwards = direction === 'forwards'
    const first = forwards ? (after ?? 0) + 1 : Math.min((after ?? Infinity) - 1, last)
    if (forwards ? first > last : first < 1) return { kind: 'Read', events: [], upTo: after, end: true }
    if (forwards && filter === undefined && limit >= LONG) {
      const upTo = Math.min(last, first + limit - 1)
      const events = this.#everything(first, upTo)
      if (events !== undefined) return { kind: 'Read', events, upTo: upTo as Position, end: upTo === last }
    }
    const edge = forwards ? Math.min(last, first + WINDOW - 1) : Math.max(1, first - WINDOW + 1)
    const { from, parameters } = compile(filter ?? {}, direction)
    const statements = this.#statements(from)
    const bound = [Math.min(first, edge), Math.max(first, edge), ...parameters, limit]
    const rows = statements.events.all(...bound)
    const events = storedEvents(rows, this.#names, () => allRows(statements.rest, ...bound))
    const upTo = rows.length === limit ? (rows.at(-1)?.[0] ?? first) : edge
    return { kind: 'Read', events, upTo: upTo as Position, end: upTo === (forwards ? last : 1) }
  }

  #everything(first: number, upTo: number): ReadonlyArray<StoredEvent> | undefined {
    const rest = (): ReadonlyArray<LazyColumns> => allRows(this.#rest, first, upTo)
    const data = (position: number): string => allRows(this.#data, position)[0]?.[0] ?? ''
    return groupedEvents(this.#groups.all(first, upTo), this.#names, rest, data)
  }

  #statements(from: string): PageStatements {
    const known = this.#prepared.get(from)
    if (known !== undefined) return known
    const statements: PageStatements = {
      events: this.#connection.prepare<Parameters, EventRow>(`SELECT ${COLUMNS} ${from}`).raw(),
      rest: this.#connection.prepare<Parameters, LazyColumns>(`SELECT ${LAZY_COLUMNS} ${from}`).raw(),
    }
    this.#prepared.set(from, statements)
    return statements
  }
}
