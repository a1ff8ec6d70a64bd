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

const encode = (event: NewEvent, metadata: string): EncodedEvent => {
  const at = millisecondsOf(event.metadata.at)
  if (!UUID.test(event.id)) throw new TypeError('an event id must be a lower-case UUID')
  if (Number.isNaN(at)) throw new TypeError('metadata.at must be an instant')
  const { id, type, version } = event
  return { id, type, version, at, data: JSON.stringify(event.data) ?? 'null', metadata }
}

/**
 * Serializes events. Throws on what no store can hold (a BigInt, a circular reference, an id that is not a lower-case UUID), which is a
 * programming error.
 *
 * @example
 * const metadata = { at: '2024-03-01T09:00:00.000Z', actor: 'user:7', correlationId: 'one' }
 * const event = { id: '01900000-0000-7000-8000-000000000000', type: 'Opened', version: 1, data: { a: 1 }, metadata }
 * assert.equal(encodeEvents([event])[0].data, '{"a":1}')
 */
export const encodeEvents = (events: ReadonlyArray<NewEvent>): ReadonlyArray<EncodedEvent> => {
  const encoded: Array<EncodedEvent> = []
  let shared: NewEvent['metadata'] | undefined
  let text = ''
  for (const event of events) {
    // Events of one command share their metadata.
    if (event.metadata !== shared) text = JSON.stringify(event.metadata)
    shared = event.metadata
    encoded.push(encode(event, text))
  }
  return encoded
}

/**
 * Whether events exceed the limit of one append, counted in UTF-8 bytes over type, data and metadata.
 *
 * @example
 * assert.equal(exceedsAppendLimit([]), false)
 */
export const exceedsAppendLimit = (events: ReadonlyArray<EncodedEvent>): boolean => {
  let characters = 0
  for (const event of events) characters += event.type.length + event.data.length + event.metadata.length
  if (characters * 3 <= MAX_APPEND_BYTES) return false
  let bytes = 0
  for (const event of events)
    bytes += Buffer.byteLength(event.type) + Buffer.byteLength(event.data) + Buffer.byteLength(event.metadata)
  return bytes > MAX_APPEND_BYTES
}
