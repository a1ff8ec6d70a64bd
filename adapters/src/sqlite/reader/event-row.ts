import type { EventId, EventMetadata, Position, Revision, StoredEvent, StreamName } from '@forgefold/core/kernel'

/** The columns of an event, in the order of `EventRow`. */
export const COLUMNS =
  'event.position, event.revision, lower(hex(event.id)), event_type.name, event_type.version, event.data, event.metadata'

export type EventRow = [
  position: number,
  revision: number,
  id: string,
  type: string,
  version: number,
  data: string,
  metadata: string,
]

const uuid = (hex: string): EventId =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as EventId

export const storedEvent = (row: EventRow, stream: StreamName): StoredEvent => ({
  id: uuid(row[2]),
  type: row[3],
  version: row[4],
  data: JSON.parse(row[5]),
  metadata: JSON.parse(row[6]) as EventMetadata,
  stream,
  revision: row[1] as Revision,
  position: row[0] as Position,
})
