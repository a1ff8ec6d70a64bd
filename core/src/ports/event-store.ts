import type { Category, NewEvent, Position, Revision, StoredEvent, StreamName } from '../kernel/envelope.js'
import type { Instant } from '../kernel/instant.js'

/** What the writer believes of the stream: nothing, that it is missing, that it exists, or its exact last revision. */
export type Expected = 'any' | 'noStream' | 'streamExists' | Revision

/** What became of an append; every way out is a value. */
export type AppendOutcome =
  /** Written; `revision` is that of the last event of this append. */
  | { readonly kind: 'Appended'; readonly revision: Revision; readonly position: Position }
  /** The same ids with the same expectation stand there already; `revision` is theirs, which may be below the head. */
  | { readonly kind: 'AlreadyAppended'; readonly revision: Revision; readonly position: Position | undefined }
  /** The expectation does not hold; `head` is the real last revision, undefined where there is no stream. */
  | { readonly kind: 'Conflict'; readonly head: Revision | undefined }
  /** Nobody can say whether it was written: try again with the same ids and the same exact expectation. */
  | { readonly kind: 'OutcomeUnknown'; readonly reason: string }
  /** More than the store takes in one append (`limit` in bytes); nothing was written. */
  | { readonly kind: 'TooLarge'; readonly limit: number }
  /** The store cannot be reached; nothing was written. */
  | { readonly kind: 'Unavailable'; readonly reason: string }

export type Direction = 'forwards' | 'backwards'

export interface StreamReadOptions {
  /** Inclusive. Default: the first event forwards, the last one backwards. */
  readonly from?: Revision
  readonly direction?: Direction
  /** The most events in this answer; default 1,000. */
  readonly limit?: number
}

export type StreamRead =
  /** `head` is the stream's last revision; reading past it gives no events and is no error. */
  | { readonly kind: 'Read'; readonly events: ReadonlyArray<StoredEvent>; readonly head: Revision }
  | { readonly kind: 'StreamNotFound' }
  | { readonly kind: 'Unavailable'; readonly reason: string }

/** Which events of the whole history are wanted; each given list narrows it. */
export interface EventFilter {
  readonly categories?: ReadonlyArray<Category>
  readonly types?: ReadonlyArray<string>
  /** By metadata.at, inclusive. */
  readonly since?: Instant
  /** By metadata.at, exclusive. */
  readonly until?: Instant
}

export interface AllReadOptions {
  /** Exclusive: forwards the events after it, backwards those before it. Default: from the very first or the very last. */
  readonly after?: Position
  readonly direction?: Direction
  readonly limit?: number
  readonly filter?: EventFilter
}

export type AllRead =
  | {
      readonly kind: 'Read'
      readonly events: ReadonlyArray<StoredEvent>
      /** How far was looked: go on from here, also where the filter let nothing through. Undefined: the history is empty. */
      readonly upTo: Position | undefined
      /** True where there was nothing further in this direction. */
      readonly end: boolean
    }
  | { readonly kind: 'Unavailable'; readonly reason: string }

export interface Subscriber {
  /** Exclusive; undefined means from the first event. */
  readonly after?: Position
  readonly filter?: EventFilter
  /** So many events are welcome at once while it is behind; a store may give fewer, and gives what it likes where this is missing. */
  readonly atOnce?: number
  /**
   * Called with each batch in order and never while an earlier call is pending; `upTo` advances over filtered events too: to the end of what
   * stood there when it subscribed, before `onCaughtUp`; live, it may lag behind by as many records as a store looks at in one go (on
   * EventStoreDB a search window of 256), until a wanted one or a full window comes.
   * A failure of it ends the subscription through `onDropped`.
   */
  readonly onEvents: (events: ReadonlyArray<StoredEvent>, upTo: Position) => void | Promise<void>
  /** History is done, what follows is live; may come again after falling behind. */
  readonly onCaughtUp?: (upTo: Position | undefined) => void
  /** Delivery has ended for good, because the subscriber failed. */
  readonly onDropped?: (error: unknown) => void
}

export interface Subscription {
  /** Ends delivery; no call comes after it resolves. */
  readonly stop: () => Promise<void>
}

/**
 * An append-only history of events in streams.
 *
 * Laws (run by the suite in `@forgefold/spec/laws` against every adapter): revisions start at 0 and grow by one; an append is all or
 * nothing; the expectation table of EventStoreDB holds; with an exact expectation or `noStream` the same ids are written once; positions
 * strictly increase in commit order and nothing ever appears below a position already read; a subscription has no seam.
 */
export interface EventStore {
  /** All or nothing, in one stream. An append of no events only checks the expectation: `AlreadyAppended` at the head (-1 where there is no stream) or `Conflict`. */
  readonly append: (stream: StreamName, events: ReadonlyArray<NewEvent>, expected: Expected) => Promise<AppendOutcome>
  readonly readStream: (stream: StreamName, options?: StreamReadOptions) => Promise<StreamRead>
  readonly readAll: (options?: AllReadOptions) => Promise<AllRead>
  readonly subscribe: (subscriber: Subscriber) => Subscription
  /** Frees every handle; appends under way are finished first. */
  readonly close: () => Promise<void>
}

/** The most bytes one append may hold, counted over type, data and metadata; longer texts live in Blobs. */
export const MAX_APPEND_BYTES = 1024 * 1024
