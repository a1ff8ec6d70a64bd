import type { EventId, EventMetadata, Position, Revision, StoredEvent, StreamName } from '@forgefold/core/kernel'
import { revisionFrom } from './int64.js'
import { storedEventOf } from './record.js'
import type { WireRecord } from './wire-record.js'

/** An event from a subscription; all but its position and type are parsed at first use. */
export class ReceivedEvent implements StoredEvent {
  readonly stream: StreamName
  readonly type: string
  readonly revision: Revision
  readonly position: Position
  readonly #record: WireRecord
  #whole: StoredEvent | undefined

  constructor(record: WireRecord, position: Position) {
    this.stream = record.streamId as StreamName
    this.type = record.type
    this.revision = revisionFrom(record.revision)
    this.position = position
    this.#record = record
  }

  get id(): EventId {
    return this.#decoded.id
  }

  get version(): number {
    return this.#decoded.version
  }

  get data(): unknown {
    return this.#decoded.data
  }

  get metadata(): EventMetadata {
    return this.#decoded.metadata
  }

  /** The whole event as plain data. */
  toJSON(): StoredEvent {
    return this.#decoded
  }

  get #decoded(): StoredEvent {
    this.#whole ??= storedEventOf(this.#record.decoded())
    return this.#whole
  }
}
