import type { Revision, StoredEvent, StreamName } from '@forgefold/core/kernel'
import type { AllReadOptions, StreamRead, StreamReadOptions } from '@forgefold/core/ports'
import type { Page } from '../../event-store/feed.js'
import type { Connection } from '../connection.js'
import { COLUMNS, type EventRow, storedEvent } from './event-row.js'
import { FilteredPages } from './filtered-pages.js'

const prepare = (connection: Connection) => ({
  dataVersion: connection.prepare('PRAGMA data_version').pluck(),
  headOf: connection.prepare<[string], { key: number; head: number }>(
    `SELECT key, (SELECT max(revision) FROM event WHERE stream = stream.key) AS head FROM stream WHERE name = ?`,
  ),
  sliceForwards: connection
    .prepare<[number, number, number], EventRow>(
      `SELECT ${COLUMNS} FROM event JOIN event_type ON event_type.key = event.type
       WHERE event.stream = ? AND revision >= ? ORDER BY revision LIMIT ?`,
    )
    .raw(),
  sliceBackwards: connection
    .prepare<[number, number, number], EventRow>(
      `SELECT ${COLUMNS} FROM event JOIN event_type ON event_type.key = event.type
       WHERE event.stream = ? AND revision <= ? ORDER BY revision DESC LIMIT ?`,
    )
    .raw(),
})

/** Reads the event log on a connection of its own; every statement is prepared once. */
export class EventLogReader {
  readonly #sql: ReturnType<typeof prepare>
  readonly #pages: FilteredPages

  constructor(connection: Connection) {
    this.#sql = prepare(connection)
    this.#pages = new FilteredPages(connection)
  }

  /** Another number whenever another connection has written. */
  dataVersion(): unknown {
    return this.#sql.dataVersion.get()
  }

  slice(stream: StreamName, { from, direction = 'forwards', limit = 1000 }: StreamReadOptions): StreamRead {
    const found = this.#sql.headOf.get(stream)
    if (found === undefined) return { kind: 'StreamNotFound' }
    const head = found.head as Revision
    const rows =
      direction === 'forwards'
        ? this.#sql.sliceForwards.all(found.key, from ?? 0, limit)
        : this.#sql.sliceBackwards.all(found.key, from ?? head, limit)
    const events: ReadonlyArray<StoredEvent> = rows.map((row) => storedEvent(row, stream))
    return { kind: 'Read', events, head }
  }

  page(options: AllReadOptions): Page {
    return this.#pages.read(options)
  }
}
