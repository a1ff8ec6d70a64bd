import type { Position, Revision, StreamName } from '@forgefold/core/kernel'
import type { AllReadOptions, StreamRead, StreamReadOptions } from '@forgefold/core/ports'
import type { Page } from '../../event-store/feed-reader.js'
import { allRows, type Connection } from '../connection.js'
import { EventNames } from './event-names.js'
import { COLUMNS, type EventRow, LAZY_COLUMNS, type LazyColumns, storedEvents, type WholeRow } from './event-row.js'
import { FilteredPages } from './filtered-pages.js'

const forwards = (columns: string): string =>
  `SELECT ${columns} FROM event WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?`

const backwards = (columns: string): string =>
  `SELECT ${columns} FROM event WHERE stream = ? AND revision <= ? ORDER BY revision DESC LIMIT ?`

type Slice = [stream: number, from: number, limit: number]

/** A query in two parts: the columns that every reader needs, and the rest, read on demand. */
const halves = (connection: Connection, query: (columns: string) => string) => ({
  events: connection.prepare<Slice, EventRow>(query(COLUMNS)).raw(),
  rest: connection.prepare<Slice, LazyColumns>(query(LAZY_COLUMNS)).raw(),
})

const prepare = (connection: Connection) => ({
  dataVersion: connection.prepare('PRAGMA data_version').pluck(),
  headOf: connection.prepare<[string], { key: number; head: number }>(
    `SELECT key, (SELECT max(revision) FROM event WHERE stream = stream.key) AS head FROM stream WHERE name = ?`,
  ),
  tail: connection
    .prepare<[number, number], WholeRow>(
      `SELECT ${COLUMNS}, ${LAZY_COLUMNS} FROM event WHERE position > ? ORDER BY position LIMIT ?`,
    )
    .raw(),
  forwards: halves(connection, forwards),
  backwards: halves(connection, backwards),
})

/** Reads the event log on a connection of its own; every statement is prepared once. */
export class EventLogReader {
  readonly #sql: ReturnType<typeof prepare>
  readonly #names: EventNames
  readonly #pages: FilteredPages

  constructor(connection: Connection) {
    this.#sql = prepare(connection)
    this.#names = new EventNames(connection)
    this.#pages = new FilteredPages(connection, this.#names)
  }

  /** `PRAGMA data_version`: changes whenever another connection has written. */
  dataVersion(): unknown {
    return this.#sql.dataVersion.get()
  }

  /** The last position; 0 if the history is empty. */
  last(): Position {
    return this.#pages.last() as Position
  }

  slice(stream: StreamName, { from, direction = 'forwards', limit = 1000 }: StreamReadOptions): StreamRead {
    const found = this.#sql.headOf.get(stream)
    if (found === undefined) return { kind: 'StreamNotFound' }
    const head = found.head as Revision
    const ahead = direction === 'forwards'
    const first = ahead ? (from ?? 0) : Math.min(from ?? head, head)
    const sql = this.#sql[direction]
    const rows = sql.events.all(found.key, first, limit)
    const events = storedEvents(rows, this.#names, () => allRows(sql.rest, found.key, first, limit), {
      first,
      step: ahead ? 1 : -1,
    })
    return { kind: 'Read', events, head }
  }

  /** The few events at the end of the history, in one query: a live subscriber nearly always wants all of them. */
  tail(after: Position | undefined, limit: number): Page {
    const rows = this.#sql.tail.all(after ?? 0, limit)
    const rest = (): ReadonlyArray<LazyColumns> => rows.map((row) => [row[4], row[5], row[6]])
    const events = storedEvents(rows, this.#names, rest)
    return { kind: 'Read', events, upTo: events.at(-1)?.position ?? after, end: rows.length < limit }
  }

  page(options: AllReadOptions): Page {
    return this.#pages.read(options)
  }
}
