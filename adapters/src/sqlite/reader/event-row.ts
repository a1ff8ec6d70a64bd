import type { EventId, EventMetadata, Position, Revision, StoredEvent, StreamName } from '@forgefold/core/kernel'
import type { EventNames, TypeName } from './event-names.js'
import { EventTexts } from './event-texts.js'

/** The columns of an event that every reader needs, in the order of `EventRow`. */
export const COLUMNS = 'position, stream, type, data'

export type EventRow = readonly [position: number, stream: number, type: number, data: string]

/** Neighbouring events in one row: each list as JSON in the order of their positions, and the texts of their data between commas. */
export type GroupedRow = readonly [positions: string, streams: string, types: string, data: string]

/** So many positions share a row: each value of a row costs more than what it holds, but whoever wants one text parses those beside it. */
const TOGETHER = 32

/** All events between two positions. */
export const GROUPED = `SELECT json_group_array(position), json_group_array(stream), json_group_array(type), group_concat(data)
  FROM event WHERE position BETWEEN ? AND ? GROUP BY position / ${TOGETHER}`

/** The columns that a replay seldom needs; reading them would double its cost. In the order of `LazyColumns`. */
export const LAZY_COLUMNS = 'revision, lower(hex(id)), metadata'

export type LazyColumns = readonly [revision: number, id: string, metadata: string]

/** A row with all its columns. */
export type WholeRow = readonly [...EventRow, ...LazyColumns]

const uuid = (hex: string): EventId =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as EventId

/** Inside one stream the revisions follow from the first one, because there are no holes. */
export interface Revisions {
  readonly first: number
  readonly step: 1 | -1
}

/** The lazy columns of the rows of one result: read for all rows when first needed. Events are immutable, so a later read gives the same values. */
class LazyRows {
  readonly #read: () => ReadonlyArray<LazyColumns>
  readonly #revisions: Revisions | undefined
  #rows: ReadonlyArray<LazyColumns> | undefined

  constructor(read: () => ReadonlyArray<LazyColumns>, revisions: Revisions | undefined) {
    this.#read = read
    this.#revisions = revisions
  }

  revision(index: number): Revision {
    const known = this.#revisions
    return (known === undefined ? this.of(index)[0] : known.first + index * known.step) as Revision
  }

  of(index: number): LazyColumns {
    this.#rows ??= this.#read()
    const row = this.#rows[index]
    if (row === undefined) throw new Error('the event log has lost an event')
    return row
  }
}

/** What is known of an event besides its data. */
abstract class ReadEvent implements StoredEvent {
  readonly position: Position
  readonly stream: StreamName
  private readonly typeName: TypeName
  private readonly rest: LazyRows
  private readonly index: number
  private parsedMetadata: EventMetadata | undefined = undefined

  constructor(position: number, stream: StreamName, typeName: TypeName, rest: LazyRows, index: number) {
    this.position = position as Position
    this.stream = stream
    this.typeName = typeName
    this.rest = rest
    this.index = index
  }

  abstract get data(): unknown

  get revision(): Revision {
    return this.rest.revision(this.index)
  }

  get type(): string {
    return this.typeName.name
  }

  get version(): number {
    return this.typeName.version
  }

  get id(): EventId {
    return uuid(this.rest.of(this.index)[1])
  }

  get metadata(): EventMetadata {
    this.parsedMetadata ??= JSON.parse(this.rest.of(this.index)[2]) as EventMetadata
    return this.parsedMetadata
  }

  /** The whole event as plain data. */
  toJSON(): StoredEvent {
    const { id, type, version, data, metadata, stream, revision, position } = this
    return { id, type, version, data, metadata, stream, revision, position }
  }
}

/** A row as an event; its JSON is parsed at first use. */
class EventOfRow extends ReadEvent {
  private readonly text: string
  private parsedData: unknown = undefined

  constructor(row: EventRow | WholeRow, stream: StreamName, typeName: TypeName, rest: LazyRows, index: number) {
    super(row[0], stream, typeName, rest, index)
    this.text = row[3]
  }

  get data(): unknown {
    if (this.parsedData === undefined) this.parsedData = JSON.parse(this.text)
    return this.parsedData
  }
}

/** An event whose row holds others as well. */
class EventOfGroup extends ReadEvent {
  private readonly texts: EventTexts
  private readonly at: number

  constructor(
    position: number,
    stream: StreamName,
    typeName: TypeName,
    rest: LazyRows,
    index: number,
    texts: EventTexts,
    at: number,
  ) {
    super(position, stream, typeName, rest, index)
    this.texts = texts
    this.at = at
  }

  get data(): unknown {
    return this.texts.of(this.at)
  }
}

/** The rows of one answer as events. */
export const storedEvents = (
  rows: ReadonlyArray<EventRow | WholeRow>,
  names: EventNames,
  readLazyColumns: () => ReadonlyArray<LazyColumns>,
  revisions?: Revisions,
): ReadonlyArray<StoredEvent> => {
  // Within one stream there is one name.
  if (revisions === undefined) names.prepareStreams(rows.map((row) => row[1]))
  const rest = new LazyRows(readLazyColumns, revisions)
  return rows.map((row, index) => new EventOfRow(row, names.stream(row[1]), names.type(row[2]), rest, index))
}

const numbersIn = (text: string): ReadonlyArray<number> => JSON.parse(text) as ReadonlyArray<number>

/**
 * The rows of one answer to the query for groups as events; `single` reads the text of one event's data by its position.
 *
 * Undefined where they are not in order: SQLite keeps the order of rows that it groups, but does not promise to.
 */
export const groupedEvents = (
  rows: ReadonlyArray<GroupedRow>,
  names: EventNames,
  readLazyColumns: () => ReadonlyArray<LazyColumns>,
  single: (position: number) => string,
): ReadonlyArray<StoredEvent> | undefined => {
  const streams = rows.map((row) => numbersIn(row[1]))
  names.prepareStreams(streams.flat())
  const rest = new LazyRows(readLazyColumns, undefined)
  const events: Array<StoredEvent> = []
  let before = 0
  for (let group = 0; group < rows.length; group++) {
    const row = rows[group] as GroupedRow
    const positions = numbersIn(row[0])
    const keys = streams[group] as ReadonlyArray<number>
    const types = numbersIn(row[2])
    const texts = new EventTexts(row[3], positions.length, (at) => single(positions[at] as number))
    for (let at = 0; at < positions.length; at++) {
      const position = positions[at] as number
      if (position <= before) return undefined
      before = position
      const stream = names.stream(keys[at] as number)
      const type = names.type(types[at] as number)
      events.push(new EventOfGroup(position, stream, type, rest, events.length, texts, at))
    }
  }
  return events
}
