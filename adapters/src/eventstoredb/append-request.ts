import type { Expected } from '@forgefold/core/ports'
import { BackwardsWriter, FIELD_OVERHEAD } from './protobuf-writer.js'

/** An event as bytes. */
export interface WireEvent {
  readonly id: string
  readonly type: string
  readonly contentType: 'application/json' | 'application/octet-stream'
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

/** An append that fits into one frame. */
export interface AppendRequest {
  readonly correlation: string
  readonly stream: string
  readonly events: ReadonlyArray<WireEvent>
  readonly expected: Expected
  /** When the server gives up by its own clock; in epoch milliseconds. */
  readonly deadline: number
}

/** `BatchAppendReq.Options.expected_stream_position`. */
const EXPECTED = { revision: 2, noStream: 3, any: 4, streamExists: 5 } as const

/** Names and the other strings of a message are ASCII, or take at most three bytes a code unit. */
const MAX_BYTES_PER_CODE_UNIT = 3
const FIELDS_OF_AN_EVENT = 10
const FIELDS_BESIDES = 12
const UUID_LENGTH = 36

const sizeLimitOf = ({ stream, events, correlation }: AppendRequest): number => {
  let room = (stream.length + correlation.length) * MAX_BYTES_PER_CODE_UNIT + FIELDS_BESIDES * FIELD_OVERHEAD
  for (const { id, type, contentType, data, metadata } of events)
    room +=
      data.length +
      metadata.length +
      (Math.max(id.length, UUID_LENGTH) + type.length + contentType.length) * MAX_BYTES_PER_CODE_UNIT +
      FIELDS_OF_AN_EVENT * FIELD_OVERHEAD
  return room
}

const writeUuid = (writer: BackwardsWriter, field: number, id: string): void =>
  writer.message(field, () => writer.text(2, id))

const writeProperty = (writer: BackwardsWriter, key: string, value: string): void =>
  writer.message(2, () => {
    writer.text(2, value)
    writer.text(1, key)
  })

const writeEvent = (writer: BackwardsWriter, { id, type, contentType, data, metadata }: WireEvent): void =>
  writer.message(3, () => {
    if (data.length > 0) writer.bytes(4, data)
    if (metadata.length > 0) writer.bytes(3, metadata)
    writeProperty(writer, 'type', type)
    writeProperty(writer, 'content-type', contentType)
    writeUuid(writer, 1, id)
  })

const writeDeadline = (writer: BackwardsWriter, milliseconds: number): void =>
  writer.message(6, () => {
    writer.number(2, (milliseconds % 1000) * 1_000_000)
    writer.number(1, Math.floor(milliseconds / 1000))
  })

const writeOptions = (writer: BackwardsWriter, { stream, expected, deadline }: AppendRequest): void =>
  writer.message(2, () => {
    writeDeadline(writer, deadline)
    if (typeof expected === 'number') writer.number(EXPECTED.revision, expected)
    else writer.message(EXPECTED[expected])
    writer.message(1, () => writer.text(3, stream))
  })

/**
 * `event_store.client.streams.BatchAppendReq`, written here: the client's own builds some fifteen objects for each event, and a server writes
 * several appends for each request.
 */
export const appendRequest = (request: AppendRequest): Buffer => {
  const writer = new BackwardsWriter(sizeLimitOf(request))
  const { events, correlation } = request
  writer.number(4, 1)
  for (let at = events.length - 1; at >= 0; at--) writeEvent(writer, events[at] as WireEvent)
  writeOptions(writer, request)
  writeUuid(writer, 1, correlation)
  return writer.written()
}
