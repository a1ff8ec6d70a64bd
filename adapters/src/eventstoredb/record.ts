import { inflateRawSync } from 'node:zlib'
import type { EventId, EventMetadata, StoredEvent, StreamName } from '@forgefold/core/kernel'
import { instantOf, systemActor } from '@forgefold/core/kernel'
import { positionFrom, revisionFrom } from './int64.js'

/** A record of the store, as the client returns it and as it is decoded here. */
export interface ReadRecord {
  readonly id: string
  readonly streamId: string
  readonly type: string
  readonly revision: bigint | number
  readonly position?: { readonly commit: bigint | number } | undefined
  readonly created: Date
  readonly metadata?: unknown
  readonly data: unknown
}

/** The part of a record's custom metadata that concerns the event. */
export interface RecordMetadata {
  readonly id: EventId
  readonly version: number
  readonly metadata: EventMetadata
  /** The attempt of an append that wrote it; only if the ids alone cannot tell. */
  readonly attempt?: string
  /** How `data` was compressed to fit into one append. */
  readonly packed?: 'deflate'
  /** The append continues with the next record: it tells subscribers where an append ends. */
  readonly more?: true
}

/** The custom metadata as text; `metadata` is inserted as it was encoded, byte for byte. */
export const recordMetadataText = (
  id: EventId,
  version: number,
  metadata: string,
  more: Pick<RecordMetadata, 'attempt' | 'packed' | 'more'>,
): string => {
  const attempt = more.attempt === undefined ? '' : `,"attempt":"${more.attempt}"`
  const packed = more.packed === undefined ? '' : `,"packed":"${more.packed}"`
  const goesOn = more.more === true ? ',"more":true' : ''
  return `{"id":"${id}","version":${version},"metadata":${metadata}${attempt}${packed}${goesOn}}`
}

const isOurs = (metadata: unknown): metadata is RecordMetadata =>
  typeof metadata === 'object' &&
  metadata !== null &&
  'id' in metadata &&
  typeof metadata.id === 'string' &&
  'version' in metadata &&
  typeof metadata.version === 'number' &&
  'metadata' in metadata &&
  typeof metadata.metadata === 'object'

/** The event's part of a record's metadata; undefined if another program wrote the record. */
export const recordMetadataIn = (record: Pick<ReadRecord, 'metadata'>): RecordMetadata | undefined =>
  isOurs(record.metadata) ? record.metadata : undefined

const dataIn = (data: unknown, packed: RecordMetadata['packed']): unknown =>
  packed === 'deflate' && data instanceof Uint8Array ? JSON.parse(inflateRawSync(data).toString('utf8')) : data

/** A record as an event. A record of another program has version 0, which no codec accepts. */
export const storedEventOf = (record: ReadRecord): StoredEvent => {
  const ours = recordMetadataIn(record)
  const place = {
    stream: record.streamId as StreamName,
    revision: revisionFrom(record.revision),
    position: positionFrom(record.position?.commit ?? 0n),
  }
  if (ours === undefined)
    return {
      id: record.id as EventId,
      type: record.type,
      version: 0,
      data: record.data,
      metadata: {
        at: instantOf(record.created.getTime()),
        actor: systemActor('eventstoredb'),
        correlationId: record.id,
      },
      ...place,
    }
  return {
    id: ours.id,
    type: record.type,
    version: ours.version,
    data: dataIn(record.data, ours.packed),
    metadata: ours.metadata,
    ...place,
  }
}

/** Whether a record is one of the server's own (`$…`), which are not part of the history. */
export const isSystemRecord = (record: { readonly streamId: string; readonly type: string }): boolean =>
  record.streamId.startsWith('$') || record.type.startsWith('$')
