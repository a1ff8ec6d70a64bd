import type { NewEvent, Position, Revision, StoredEvent, StreamName } from '@forgefold/core/kernel'
import type {
  AllRead,
  AllReadOptions,
  AppendOutcome,
  EventStore,
  Expected,
  StreamRead,
  StreamReadOptions,
} from '@forgefold/core/ports'
import { decideAppend } from '../event-store/append-decision.js'
import type { EncodedEvent } from '../event-store/encoded-event.js'
import { Feed } from '../event-store/feed.js'
import type { Page } from '../event-store/feed-reader.js'
import { pageOf, sliceOf } from '../event-store/reads.js'
import { eventIn, lengthOf, pastWith, type SharedHistory, streamIn } from './shared-history.js'

const CLOSED = { kind: 'Unavailable', reason: 'the event store is closed' } as const

const frozen = <A>(value: A): A => {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(Object.freeze(value))) frozen(part)
  return value
}

/** The whole history in arrays; several stores may share it. Positions count from 1. */
export class MemoryHistory {
  /** What is shared with forks; what happened since stands in the other two. */
  #past: SharedHistory | undefined
  #since: Array<StoredEvent> = []
  #streams = new Map<StreamName, Array<StoredEvent>>()
  /** The feeds of all stores on this history. */
  readonly feeds = new Set<Feed>()

  constructor(past?: SharedHistory) {
    this.#past = past
  }

  /** The same history so far, which goes on by itself: all of it is shared, and a stream's list until one side adds to it. */
  fork(): MemoryHistory {
    if (this.#since.length > 0) {
      this.#past = pastWith(this.#past, this.#since, this.#streams)
      this.#since = []
      this.#streams = new Map()
    }
    return new MemoryHistory(this.#past)
  }

  get #length(): number {
    return lengthOf(this.#past) + this.#since.length
  }

  #at(index: number): StoredEvent | undefined {
    const since = index - lengthOf(this.#past)
    return since >= 0 ? this.#since[since] : eventIn(this.#past, index)
  }

  #stream(stream: StreamName): ReadonlyArray<StoredEvent> | undefined {
    return this.#streams.get(stream) ?? streamIn(this.#past, stream)
  }

  #ownStream(stream: StreamName): Array<StoredEvent> {
    const known = this.#streams.get(stream)
    if (known !== undefined) return known
    const own = streamIn(this.#past, stream)?.slice() ?? []
    this.#streams.set(stream, own)
    return own
  }

  #write(stream: StreamName, from: number, encoded: ReadonlyArray<EncodedEvent>): void {
    const events = this.#ownStream(stream)
    for (const [index, { id, type, version, data, metadata }] of encoded.entries()) {
      const event: StoredEvent = frozen({
        id,
        type,
        version,
        data: JSON.parse(data),
        metadata: JSON.parse(metadata),
        stream,
        revision: (from + index) as Revision,
        position: (this.#length + 1) as Position,
      })
      events.push(event)
      this.#since.push(event)
    }
  }

  page(options: AllReadOptions): Page {
    return pageOf({ at: (index) => this.#at(index), length: this.#length }, options)
  }

  slice(stream: StreamName, options: StreamReadOptions): StreamRead {
    return sliceOf(this.#stream(stream) ?? [], options)
  }

  append(stream: StreamName, given: ReadonlyArray<NewEvent>, expected: Expected): AppendOutcome {
    const decision = decideAppend(this.#stream(stream) ?? [], given, expected)
    if (decision.kind !== 'Write') return decision
    const { from, encoded } = decision
    this.#write(stream, from, encoded)
    return {
      kind: 'Appended',
      revision: (from + encoded.length - 1) as Revision,
      position: this.#length as Position,
    }
  }
}

/**
 * The reference event store: the smallest thing that obeys every law. The history lives as long as it is referenced.
 *
 * @example
 * assert.deepEqual((await makeMemoryEventStore().readAll()).events, [])
 */
export const makeMemoryEventStore = (history = new MemoryHistory()): EventStore => {
  const feed = new Feed((options) => history.page(options))
  history.feeds.add(feed)
  let closed = false
  return {
    append: async (stream, events, expected) => {
      if (closed) return CLOSED
      const outcome = history.append(stream, events, expected)
      if (outcome.kind === 'Appended') for (const feed of history.feeds) feed.wake()
      return outcome
    },
    readStream: async (stream, options = {}) => (closed ? CLOSED : history.slice(stream, options)),
    readAll: async (options = {}): Promise<AllRead> => (closed ? CLOSED : history.page(options)),
    subscribe: (subscriber) => feed.subscribe(subscriber),
    close: async () => {
      closed = true
      history.feeds.delete(feed)
      await feed.close()
    },
  }
}
