import type { EventId, EventMetadata, Position, Revision, StoredEvent, StreamName } from '@forgefold/core/kernel'
import type { EventNames, TypeName } from './event-names.js'

/** The columns of an event that every reader needs, in the order of `EventRow`. */
export const COLUMNS = 'position, stream, type, data'

export type EventRow = readonly [position: number, stream: number, type: number, data: string]

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

/** A row as an event; its JSON is parsed at first use. */
class EventOfRow implements StoredEvent {
  readonly stream: StreamName
  private readonly row: EventRow | WholeRow
  private readonly typeName: TypeName
  private readonly rest: LazyRows
  private readonly index: number
  private parsedData: unknown = undefined
  private parsedMetadata: EventMetadata | undefined = undefined

  constructor(row: EventRow | WholeRow, stream: StreamName, typeName: TypeName, rest: LazyRows, index: number) {
    this.stream = stream
    this.row = row
    this.typeName = typeName
    this.rest = rest
    this.index = index
  }

  get position(): Position {
    return this.row[0] as Position
  }

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

  get data(): unknown {
    if (this.parsedData === undefined) this.parsedData = JSON.parse(this.row[3])
    return this.parsedData
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
