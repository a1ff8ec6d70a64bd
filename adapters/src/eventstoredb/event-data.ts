import { randomUUID } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { MAX_APPEND_BYTES } from '@forgefold/core/ports'
import type { EncodedEvent } from '../event-store/encoded-event.js'
import type { WireEvent } from './append-request.js'
import { recordMetadataText } from './record.js'

/** How the records of an append are identified. */
export interface RecordIdOptions {
  /** Given ids let the server detect duplicates; with fresh ones the adapter does it (see the decision on record ids). */
  readonly ids: 'given' | 'fresh'
  readonly attempt?: string
}

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8')

const wireEvent = (
  event: EncodedEvent,
  { ids, attempt }: RecordIdOptions,
  pack: boolean,
  isLast: boolean,
): WireEvent => ({
  id: ids === 'given' ? event.id : randomUUID(),
  type: event.type,
  contentType: pack ? 'application/octet-stream' : 'application/json',
  data: pack ? deflateRawSync(event.data) : bytes(event.data),
  metadata: bytes(
    recordMetadataText(event.id, event.version, event.metadata, {
      ...(attempt === undefined ? {} : { attempt }),
      ...(pack ? { packed: 'deflate' as const } : {}),
      ...(isLast ? {} : { more: true as const }),
    }),
  ),
})

/** The size as the server counts it: the type counts twice. */
const sizeOf = (events: ReadonlyArray<WireEvent>): number =>
  events.reduce((sum, { type, data, metadata }) => sum + 2 * type.length + data.length + metadata.length, 0)

/**
 * Events as the server takes them: data as JSON, our id and metadata beside it.
 *
 * What we put beside an event takes room too. An append that the port still admits and that would so outgrow the server's limit is
 * packed, so that the limit is the same on every store.
 */
export const eventData = (events: ReadonlyArray<EncodedEvent>, marking: RecordIdOptions): ReadonlyArray<WireEvent> => {
  const written = (pack: boolean): ReadonlyArray<WireEvent> =>
    events.map((event, index) => wireEvent(event, marking, pack, index === events.length - 1))
  const plain = written(false)
  return sizeOf(plain) <= MAX_APPEND_BYTES ? plain : written(true)
}
