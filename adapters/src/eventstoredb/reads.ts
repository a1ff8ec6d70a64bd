import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client'
import type { Position, Revision, StoredEvent, StreamName } from '@forgefold/core/kernel'
import type { AllRead, AllReadOptions, Direction, StreamRead, StreamReadOptions } from '@forgefold/core/ports'
import { matches } from '../event-store/event-filter.js'
import type { GuardedClient } from './client.js'
import type { Failure } from './failure.js'
import { positionFrom, positionTo } from './int64.js'
import type { ReadCalls, ReadResult, ReadStream } from './read-call.js'
import { isSystemRecord, recordMetadataIn, storedEventOf } from './record.js'
import { isTransient, withRetries } from './retries.js'

/** The most records that one filtered page examines: the client can only filter after reading. */
const WINDOW = 4096

/** An event with the id of the attempt that wrote it. */
export interface MarkedEvent {
  readonly event: StoredEvent
  readonly attempt: string | undefined
}

/** The last position of the history, including the server's own records; undefined if it is empty. */
type End =
  | { readonly kind: 'End'; readonly position: Position | undefined }
  | Extract<ReadResult, { readonly kind: 'Failed' }>

type Slice<A> =
  | { readonly kind: 'Slice'; readonly items: ReadonlyArray<A> }
  | { readonly kind: 'Failed'; readonly failure: Failure }

const unavailable = ({ kind, reason }: Failure) =>
  ({
    kind: 'Unavailable',
    reason: kind === 'streamDeleted' ? 'the stream was deleted permanently, by another client of the node' : reason,
  }) as const

/** The head of the stream, if the events themselves reveal it. */
const headSeen = (
  events: ReadonlyArray<StoredEvent>,
  { from, direction = 'forwards' }: StreamReadOptions,
  limit: number,
): Revision | undefined => {
  if (direction === 'forwards') return events.length < limit ? events.at(-1)?.revision : undefined
  const first = events[0]?.revision
  return from === undefined || (first !== undefined && first < from) ? first : undefined
}

/** Reads through the client: paged, cancelled when done, retried after transient failures. */
export class Reads {
  readonly #client: GuardedClient
  readonly #calls: ReadCalls
  readonly #timeout: number

  constructor(client: GuardedClient, calls: ReadCalls, timeoutMs: number) {
    this.#client = client
    this.#calls = calls
    this.#timeout = timeoutMs
  }

  async stream(stream: StreamName, options: StreamReadOptions): Promise<StreamRead> {
    const { from, direction = 'forwards', limit = 1000 } = options
    const slice = await this.#slice(stream, from, direction, limit)
    if (slice.kind === 'Failed')
      return slice.failure.kind === 'streamNotFound' ? { kind: 'StreamNotFound' } : unavailable(slice.failure)
    const events = slice.items.map(({ event }) => event)
    const head = headSeen(events, options, limit)
    if (head !== undefined) return { kind: 'Read', events, head }
    const last = await this.#slice(stream, undefined, 'backwards', 1)
    if (last.kind === 'Failed')
      return last.failure.kind === 'streamNotFound' ? { kind: 'StreamNotFound' } : unavailable(last.failure)
    return { kind: 'Read', events, head: last.items[0]?.event.revision ?? (0 as Revision) }
  }

  /** Events of a stream from a revision on, each with the id of the attempt that wrote it. */
  marked(stream: StreamName, from: Revision, count: number): Promise<Slice<MarkedEvent>> {
    return this.#slice(stream, from, 'forwards', count)
  }

  /** The end of the history as the connected node knows it, leader or not; a single attempt. */
  async end(): Promise<End> {
    let position: Position | undefined
    const result = await this.#calls.read(
      () => this.#client.touch().readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1 }),
      ({ event: record }: AllStreamResolvedEvent) => {
        if (record !== undefined) position = positionFrom(record.position.commit)
        return true
      },
      this.#timeout,
    )
    return result.kind === 'Failed' ? result : { kind: 'End', position }
  }

  async all(options: AllReadOptions): Promise<AllRead> {
    const { limit = 1000, filter } = options
    // One record more than requested shows whether there is more; a forward page starts with the record before it.
    let page = await this.#page(options, (filter === undefined ? limit : WINDOW) + 2)
    // The server's own records fill no page: a read without a filter skips any number of them.
    while (filter === undefined && page.kind === 'Read' && page.events.length === 0 && !page.end)
      page = await this.#page({ ...options, ...(page.upTo === undefined ? {} : { after: page.upTo }) }, WINDOW)
    return page
  }

  async #page(options: AllReadOptions, asked: number): Promise<AllRead> {
    const { after, direction = 'forwards', limit = 1000, filter } = options
    const wanted = matches(filter)
    const events: Array<StoredEvent> = []
    let upTo = after
    let received = 0
    let stopped = false
    const result = await this.#withRetries(
      () => {
        received = 0
      },
      () => this.#openAll(upTo, direction, asked),
      ({ event: record }: AllStreamResolvedEvent) => {
        received++
        if (record === undefined) return true
        const position = positionFrom(record.position.commit)
        if (direction === 'forwards' && upTo !== undefined && position <= upTo) return true
        if (events.length >= limit) {
          stopped = true
          return false
        }
        upTo = position
        if (isSystemRecord(record)) return true
        const event = storedEventOf(record)
        if (wanted(event)) events.push(event)
        return true
      },
    )
    // Records read before a failure are returned as a shorter page.
    if (result.kind === 'Failed' && upTo === after) return unavailable(result.failure)
    return { kind: 'Read', events, upTo, end: result.kind === 'Done' && !stopped && received < asked }
  }

  #openAll(after: Position | undefined, direction: Direction, maxCount: number) {
    const backwards = direction === 'backwards'
    const start = after === undefined ? (backwards ? 'end' : 'start') : positionTo(after)
    // The end of the history is read from the leader, because a follower may lag.
    const requiresLeader = backwards && after === undefined
    return this.#client.touch().readAll({ direction, fromPosition: start, maxCount, requiresLeader })
  }

  async #slice(
    stream: StreamName,
    from: Revision | undefined,
    direction: Direction,
    count: number,
  ): Promise<Slice<MarkedEvent>> {
    let items: Array<MarkedEvent> = []
    const start = from === undefined ? (direction === 'backwards' ? 'end' : 'start') : BigInt(from)
    const result = await this.#withRetries(
      () => {
        items = []
      },
      () =>
        this.#client
          .touch()
          .readStream(stream, { direction, fromRevision: start, maxCount: count, requiresLeader: true }),
      ({ event: record }: ResolvedEvent) => {
        if (record !== undefined)
          items.push({ event: storedEventOf(record), attempt: recordMetadataIn(record)?.attempt })
        return true
      },
    )
    return result.kind === 'Failed' ? result : { kind: 'Slice', items }
  }

  #withRetries<A>(begin: () => void, open: () => ReadStream<A>, take: (item: A) => boolean): Promise<ReadResult> {
    return withRetries(
      () => {
        begin()
        return this.#calls.read(open, take, this.#timeout)
      },
      (result) => result.kind === 'Failed' && result.timedOut !== true && isTransient(result.failure),
    )
  }
}
