import type { Expected } from '@forgefold/core/ports'

/** How an expectation crosses to the writer's thread; an exact revision stands for itself. */
export const NO_STREAM = -1
export const ANY = -2
export const STREAM_EXISTS = -4

export const expectedCode = (expected: Expected): number => {
  switch (expected) {
    case 'noStream':
      return NO_STREAM
    case 'any':
      return ANY
    case 'streamExists':
      return STREAM_EXISTS
    default:
      return expected
  }
}

/**
 * Many appends in one message, flat, because a flat array of primitives crosses threads fastest:
 * for each append its stream, category, expectation code and event count; for each event id, type, version, at, data, metadata.
 */
export type WriteRequest = ReadonlyArray<string | number>
/** The event count is the last of them. */
export const FIELDS_PER_APPEND = 4
export const FIELDS_PER_EVENT = 6

export const APPENDED = 0
export const ALREADY_APPENDED = 1
export const CONFLICT = 2
export const OUTCOME_UNKNOWN = 3
export const UNAVAILABLE = 4

/**
 * The outcomes of as many appends, in their order, three numbers each: kind, then revision and position.
 * A revision of -1 means "no stream", a position of 0 "none"; the reason belongs to the failures among them.
 */
export interface WriteReply {
  readonly outcomes: ReadonlyArray<number>
  readonly reason?: string
}

/** The log to open, what is to be written to it, and its end; after that the next log may come. */
export type WriterMessage = { readonly path: string } | WriteRequest | 'close'

export type ThreadReply = WriteReply | 'closed'

export interface ThreadStart {
  /** Counts the messages sent: the thread sleeps until it changes. */
  readonly signal: Int32Array
}
