import type { Category, NewEvent, Position, Revision, StoredEvent, StreamName } from '../kernel/envelope.js'
import type { Instant } from '../kernel/instant.js'

/** What the writer expects of the stream: nothing, that it does not exist, that it exists, or its exact last revision. */
export type Expected = 'any' | 'noStream' | 'streamExists' | Revision

/** The outcome of an append. */
export type AppendOutcome =
  /** Written; `revision` is that of the last event of this append. */
  | { readonly kind: 'Appended'; readonly revision: Revision; readonly position: Position }
  /** The same ids with the same expectation have been written before; `revision` is theirs, which may be below the head. */
  | { readonly kind: 'AlreadyAppended'; readonly revision: Revision; readonly position: Position | undefined }
  /** The expectation does not hold; `head` is the actual last revision, undefined where there is no stream. */
  | { readonly kind: 'Conflict'; readonly head: Revision | undefined }
  /** It is unknown whether it was written: repeat it with the same ids and the same exact expectation. */
  | { readonly kind: 'OutcomeUnknown'; readonly reason: string }
  /** More than the store accepts in one append (`limit` in bytes); nothing was written. */
  | { readonly kind: 'TooLarge'; readonly limit: number }
  /** The store is unavailable; nothing was written. */
  | { readonly kind: 'Unavailable'; readonly reason: string }

export type Direction = 'forwards' | 'backwards'

export interface StreamReadOptions {
  /** Inclusive. Default: the first event forwards, the last one backwards. */
  readonly from?: Revision
  readonly direction?: Direction
  /** The most events to return; default 1,000. */
  readonly limit?: number
}

export type StreamRead =
  /** `head` is the stream's last revision; reading past it returns no events and is no error. */
  | { readonly kind: 'Read'; readonly events: ReadonlyArray<StoredEvent>; readonly head: Revision }
  | { readonly kind: 'StreamNotFound' }
  | { readonly kind: 'Unavailable'; readonly reason: string }

/** A filter of the global history; each given list restricts it. */
export interface EventFilter {
  readonly categories?: ReadonlyArray<Category>
  readonly types?: ReadonlyArray<string>
  /** By metadata.at, inclusive. */
  readonly since?: Instant
  /** By metadata.at, exclusive. */
  readonly until?: Instant
}

export interface AllReadOptions {
  /** Exclusive: forwards the events after it, backwards those before it. Default: from the first or the last event. */
  readonly after?: Position
  readonly direction?: Direction
  readonly limit?: number
  readonly filter?: EventFilter
}

export type AllRead =
  | {
      readonly kind: 'Read'
      readonly events: ReadonlyArray<StoredEvent>
      /** How far the history was examined: continue from here, also where the filter excluded everything. Undefined: the history is empty. */
      readonly upTo: Position | undefined
      /** True where there is nothing further in this direction. */
      readonly end: boolean
    }
  | { readonly kind: 'Unavailable'; readonly reason: string }

export interface Subscriber {
  /** Exclusive; undefined: from the first event. */
  readonly after?: Position
  readonly filter?: EventFilter
  /** The preferred number of events per batch until it has caught up; a store may deliver fewer, and chooses where this is missing and later. */
  readonly atOnce?: number
  /**
   * Called with each batch in order, never while an earlier call is pending. `upTo` advances over excluded events too: up to the end of the
   * history at the time of the subscription, before `onCaughtUp`. Live, it may lag behind by as many records as a store examines at a time (on
   * EventStoreDB a search window of 256), until a matching event or a full window comes.
   * If it fails, the subscription ends through `onDropped`.
   */
  readonly onEvents: (events: ReadonlyArray<StoredEvent>, upTo: Position) => void | Promise<void>
  /** The existing history has been delivered, and what follows is live; may be called again after falling behind. */
  readonly onCaughtUp?: (upTo: Position | undefined) => void
  /** Delivery has ended for good, because the subscriber failed. */
  readonly onDropped?: (error: unknown) => void
}

export interface Subscription {
  /** Ends delivery; no call follows once it resolves. */
  readonly stop: () => Promise<void>
}

/**
 * An append-only history of events in streams.
 *
 * Laws (checked by the suite in `@forgefold/spec/laws` against every adapter): revisions start at 0 and grow by one; an append is all or
 * nothing; the table of expected revisions of EventStoreDB holds; with an exact expectation or `noStream` the same ids are written once;
 * positions strictly increase in commit order, and no event ever appears below a position that was read; a subscription misses and repeats no
 * event between history and live delivery.
 */
export interface EventStore {
  /**
   * All or nothing, in one stream. An append without events only checks the expectation: `AlreadyAppended` at the head (-1 where there is no
   * stream) or `Conflict`.
   */
  readonly append: (stream: StreamName, events: ReadonlyArray<NewEvent>, expected: Expected) => Promise<AppendOutcome>
  readonly readStream: (stream: StreamName, options?: StreamReadOptions) => Promise<StreamRead>
  readonly readAll: (options?: AllReadOptions) => Promise<AllRead>
  readonly subscribe: (subscriber: Subscriber) => Subscription
  /** Releases every resource, after finishing appends in progress. */
  readonly close: () => Promise<void>
}

/** The largest append in bytes, counted over type, data and metadata; longer texts are stored as blobs. */
export const MAX_APPEND_BYTES = 1024 * 1024
