import { Fields } from './protobuf.js'
import type { ReadRecord } from './record.js'

const TICKS_PER_MILLISECOND = 10_000

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const NOTHING = Buffer.alloc(0)
/** The end of the metadata's JSON if the append continues with the next record. */
const CONTINUED = Buffer.from('"more":true}')

/** A record as received. Its strings are decoded when they are read: two of three are numbers that nothing reads. */
export class WireRecord {
  streamId = ''
  type = ''
  revision = 0
  commit = 0
  #id = ''
  #contentType = ''
  #created = 0
  #metadata: Buffer = NOTHING
  #data: Buffer = NOTHING
  #decoded: ReadRecord | undefined

  /** `event_store.client.streams.ReadResp.ReadEvent.RecordedEvent`. */
  constructor(fields: Fields) {
    while (fields.next()) {
      if (fields.number === 1) this.#id = uuidIn(fields.message())
      else if (fields.number === 2) this.streamId = nameIn(fields.message())
      else if (fields.number === 3) this.revision = fields.value
      else if (fields.number === 5) this.commit = fields.value
      else if (fields.number === 6) this.#property(fields.message())
      else if (fields.number === 7) this.#metadata = fields.bytes()
      else if (fields.number === 8) this.#data = fields.bytes()
    }
  }

  /** Whether its append may continue with the next record; only its metadata is certain. */
  get mayGoOn(): boolean {
    return this.#metadata.subarray(-CONTINUED.length).equals(CONTINUED)
  }

  /** The whole record, decoded once. */
  decoded(): ReadRecord {
    this.#decoded ??= this.#parsed()
    return this.#decoded
  }

  #parsed(): ReadRecord {
    const { streamId, type, revision, commit } = this
    return {
      id: this.#id,
      streamId,
      type,
      revision,
      position: { commit },
      created: new Date(Math.floor(this.#created / TICKS_PER_MILLISECOND)),
      metadata: this.#metadata.length === 0 ? undefined : parsed(this.#metadata.toString('utf8')),
      data: this.#contentType === 'application/json' ? parsed(this.#data.toString('utf8')) : this.#data,
    }
  }

  #property(entry: Fields): void {
    let key = ''
    let value = ''
    while (entry.next()) {
      if (entry.number === 1) key = entry.text()
      else if (entry.number === 2) value = entry.text()
    }
    if (key === 'type') this.type = value
    else if (key === 'content-type') this.#contentType = value
    else if (key === 'created') this.#created = Number(value)
  }
}

const uuidIn = (fields: Fields): string => {
  let id = ''
  while (fields.next()) if (fields.number === 2) id = fields.text()
  return id
}

const nameIn = (fields: Fields): string => {
  let name = ''
  while (fields.next()) if (fields.number === 3) name = fields.text()
  return name
}

/** A message of a subscription. */
export type ReadMessage =
  | { readonly kind: 'record'; readonly record: WireRecord }
  | { readonly kind: 'checkpoint'; readonly commit: number }
  | { readonly kind: 'confirmation' | 'caughtUp' | 'other' }

const CONFIRMATION: ReadMessage = { kind: 'confirmation' }
const CAUGHT_UP: ReadMessage = { kind: 'caughtUp' }
const OTHER: ReadMessage = { kind: 'other' }

const recordIn = (event: Fields): ReadMessage => {
  while (event.next()) if (event.number === 1) return { kind: 'record', record: new WireRecord(event.message()) }
  return OTHER
}

const checkpointIn = (checkpoint: Fields): ReadMessage => {
  let commit = 0
  while (checkpoint.next()) if (checkpoint.number === 1) commit = checkpoint.value
  return { kind: 'checkpoint', commit }
}

/** `event_store.client.streams.ReadResp`. Throws if the bytes are not a message. */
export const readMessage = (bytes: Buffer): ReadMessage => {
  const fields = new Fields(bytes)
  while (fields.next()) {
    if (fields.number === 1) return recordIn(fields.message())
    if (fields.number === 2) return CONFIRMATION
    if (fields.number === 3) return checkpointIn(fields.message())
    if (fields.number === 8) return CAUGHT_UP
  }
  return OTHER
}
