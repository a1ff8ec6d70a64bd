import {
  type EventId,
  type EventMetadata,
  type Position,
  type Revision,
  type StoredEvent,
  streamName,
} from '@forgefold/core/kernel'

/** An encoded event as a store gives it back: through JSON, in an envelope of no importance. */
export const storedAs = (encoded: {
  readonly type: string
  readonly version: number
  readonly data: unknown
}): StoredEvent => ({
  ...encoded,
  data: encoded.data === undefined ? null : JSON.parse(JSON.stringify(encoded.data)),
  id: '01890000-0000-7000-8000-000000000000' as EventId,
  stream: streamName('law', 1),
  revision: 0 as Revision,
  position: 1 as Position,
  metadata: {} as EventMetadata,
})
