import { type EventId, millisecondsOf, type NewEvent } from '@forgefold/core/kernel'
import { MAX_APPEND_BYTES } from '@forgefold/core/ports'

/** An event as text, ready to be stored. */
export interface EncodedEvent {
  readonly id: EventId
  readonly type: string
  readonly version: number
  /** `metadata.at` in epoch milliseconds, for the time filter. */
  readonly at: number
  readonly data: string
  readonly metadata: string
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Turns an event into text. Throws on what no store can hold (a BigInt, a circle, an id that is no lower-case UUID): that is a defect. */
export const encodeEvent = (event: NewEvent): EncodedEvent => {
  const at = millisecondsOf(event.metadata.at)
  if (!UUID.test(event.id)) throw new TypeError('an event id must be a lower-case UUID')
  if (Number.isNaN(at)) throw new TypeError('metadata.at must be an instant')
  return {
    id: event.id,
    type: event.type,
    version: event.version,
    at,
    data: JSON.stringify(event.data) ?? 'null',
    metadata: JSON.stringify(event.metadata),
  }
}

/** Is this more than one append may hold, counted in UTF-8 bytes over type, data and metadata? */
export const exceedsAppendLimit = (events: ReadonlyArray<EncodedEvent>): boolean => {
  let characters = 0
  for (const event of events) characters += event.type.length + event.data.length + event.metadata.length
  if (characters * 3 <= MAX_APPEND_BYTES) return false
  let bytes = 0
  for (const event of events)
    bytes += Buffer.byteLength(event.type) + Buffer.byteLength(event.data) + Buffer.byteLength(event.metadata)
  return bytes > MAX_APPEND_BYTES
}
