import { randomUUID } from 'node:crypto'
import { checkAppend, checkDelete, type StreamState } from './expectation.js'
import {
  type Decision,
  END_OF_STREAM,
  type ExpectedRevision,
  type LogRecord,
  metastreamOf,
  type ProposedEvent,
  streamMetadataOf,
} from './record.js'

/** The server's default `MaxAppendSize`: 1 MiB over type, data and metadata of all events. */
export const DEFAULT_MAX_APPEND_SIZE = 1024 * 1024

const FIRST_POSITION = 128
const RECORD_OVERHEAD = 96

const sizeOf = (event: ProposedEvent): number =>
  Buffer.byteLength(event.type) + event.data.length + event.customMetadata.length

const systemEvent = (type: string, data: string): ProposedEvent => ({
  id: randomUUID(),
  type,
  contentType: 'application/json',
  customMetadata: new Uint8Array(),
  data: Uint8Array.from(Buffer.from(data, 'utf8')),
})

/** A stream as it may be read: its records from `first` on. */
export interface ReadableStreamState {
  readonly state: StreamState
  readonly records: ReadonlyArray<LogRecord>
  /** The first revision that truncation left. */
  readonly first: number
}

/** The history of a cluster: what every node of it holds, and what survives a restart. */
export class EventLog {
  readonly #records: Array<LogRecord> = []
  readonly #streams = new Map<string, Array<LogRecord>>()
  readonly #tombstones = new Set<string>()
  readonly #listeners = new Set<() => void>()
  /** What `any` and `streamExists` recognise ids by: memory of the leader, gone when it restarts. */
  #knownIds = new Map<string, Map<string, number>>()
  #end = FIRST_POSITION
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Every record in commit order. */
  get records(): ReadonlyArray<LogRecord> {
    return this.#records
  }

  /** The records of one stream, deleted and truncated ones included. */
  stream(name: string): ReadonlyArray<LogRecord> {
    return this.#streams.get(name) ?? []
  }

  forgetIds(): void {
    this.#knownIds = new Map()
  }

  /** Calls back after each write until the returned function is called. */
  onWrite(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readable(name: string): ReadableStreamState {
    const records = this.stream(name)
    const { truncateBefore = 0, maxCount = Infinity, maxAgeSeconds } = this.#metadata(name)
    let first = Math.max(truncateBefore, records.length - maxCount, 0)
    if (maxAgeSeconds !== undefined) {
      const oldest = this.#now() - maxAgeSeconds * 1000
      while (first < records.length && (records[first]?.created ?? 0) < oldest) first++
    }
    return { state: this.#stateOf(name), records, first }
  }

  append(
    stream: string,
    expected: ExpectedRevision,
    events: ReadonlyArray<ProposedEvent>,
    maxAppendSize = DEFAULT_MAX_APPEND_SIZE,
  ): Decision {
    if (events.reduce((bytes, event) => bytes + sizeOf(event), 0) > maxAppendSize)
      return { kind: 'tooBig', limit: maxAppendSize }
    const records = this.stream(stream)
    const state = this.#stateOf(stream)
    const head = records.length - 1
    const known = this.#knownIds.get(stream)
    const view = {
      head,
      hasEventAt: (revision: number, id: string) => records[revision]?.id === id,
      revisionOf: (id: string) => known?.get(id),
    }
    const ids = events.map(({ id }) => id)
    const verdict = checkAppend(state, view, expected, ids)
    switch (verdict.kind) {
      case 'Deleted':
        return { kind: 'deleted' }
      case 'Conflict':
        return { kind: 'wrongVersion', head }
      case 'AlreadyWritten': {
        const position = state === 'softDeleted' ? undefined : records[verdict.revision]?.position
        return { kind: 'alreadyWritten', revision: verdict.revision, position }
      }
      case 'Write': {
        if (state === 'softDeleted') this.#truncate(stream, String(head + 1))
        const last = this.#write(stream, events)
        return { kind: 'written', revision: verdict.from + events.length - 1, position: last?.position }
      }
    }
  }

  /** Soft deletion truncates everything; the stream may be begun again. */
  delete(stream: string, expected: ExpectedRevision): Decision {
    const head = this.stream(stream).length - 1
    switch (checkDelete(this.#stateOf(stream), head, expected, false)) {
      case 'Deleted':
        return { kind: 'deleted' }
      case 'Conflict':
        return { kind: 'wrongVersion', head }
      case 'Delete':
        return { kind: 'written', revision: head, position: this.#truncate(stream, String(END_OF_STREAM)) }
    }
  }

  /** A tombstone is for ever. */
  tombstone(stream: string, expected: ExpectedRevision): Decision {
    const head = this.stream(stream).length - 1
    switch (checkDelete(this.#stateOf(stream), head, expected, true)) {
      case 'Deleted':
        return { kind: 'deleted' }
      case 'Conflict':
        return { kind: 'wrongVersion', head }
      case 'Delete': {
        this.#tombstones.add(stream)
        const record = this.#record(stream, END_OF_STREAM, systemEvent('$streamDeleted', '{}'))
        this.#records.push(record)
        this.#notify()
        return { kind: 'written', revision: head, position: record.position }
      }
    }
  }

  #stateOf(stream: string): StreamState {
    if (this.#tombstones.has(stream)) return 'tombstoned'
    if ((this.#metadata(stream).truncateBefore ?? 0) > Number.MAX_SAFE_INTEGER) return 'softDeleted'
    if (this.#streams.has(stream)) return 'live'
    return this.#streams.has(metastreamOf(stream)) ? 'onlyMetadata' : 'missing'
  }

  #metadata(stream: string): ReturnType<typeof streamMetadataOf> {
    return streamMetadataOf(this.#streams.get(metastreamOf(stream))?.at(-1))
  }

  /** Rewrites `$tb` (as text: it may be beyond what JavaScript counts exactly) and keeps what else the metadata says. */
  #truncate(stream: string, before: string): number | undefined {
    const last = this.#streams.get(metastreamOf(stream))?.at(-1)
    const metadata = last === undefined ? {} : (JSON.parse(Buffer.from(last.data).toString('utf8')) as object)
    const rest = Object.entries(metadata).filter(([key]) => key !== '$tb')
    const fields = [...rest.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`), `"$tb":${before}`]
    return this.#write(metastreamOf(stream), [systemEvent('$metadata', `{${fields.join(',')}}`)])?.position
  }

  #record(stream: string, revision: bigint, event: ProposedEvent): LogRecord {
    const position = this.#end
    this.#end += RECORD_OVERHEAD + stream.length + sizeOf(event)
    return { ...event, stream, revision, position, created: this.#now() }
  }

  #write(stream: string, events: ReadonlyArray<ProposedEvent>): LogRecord | undefined {
    if (events.length === 0) return undefined
    const records = this.#streams.get(stream) ?? []
    const known = this.#knownIds.get(stream) ?? new Map<string, number>()
    this.#streams.set(stream, records)
    this.#knownIds.set(stream, known)
    for (const event of events) {
      const record = this.#record(stream, BigInt(records.length), event)
      known.set(event.id, records.length)
      records.push(record)
      this.#records.push(record)
    }
    this.#notify()
    return records.at(-1)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
