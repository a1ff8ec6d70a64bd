import type { EventId, Revision } from '@forgefold/core/kernel'
import type { Expected } from '@forgefold/core/ports'

/** What the check of an expected revision reads of the stream; each member is read only if it is needed. */
export interface StreamView {
  /** The last revision; -1 if the stream does not exist. */
  readonly head: number
  /** Whether the event at this revision has this id. */
  readonly hasEventAt: (revision: number, id: EventId) => boolean
  /** The last revision of an event with this id in the stream. */
  readonly revisionOf: (id: EventId) => number | undefined
}

/** The outcome of an append under the table of expected revisions. */
export type Verdict =
  /** Write, beginning at revision `from`. */
  | { readonly kind: 'Write'; readonly from: number }
  /** Already written, up to `revision`; -1 for an empty append to a stream that does not exist. */
  | { readonly kind: 'AlreadyWritten'; readonly revision: number }
  | { readonly kind: 'Conflict' }

const CONFLICT: Verdict = { kind: 'Conflict' }

/** The revision that an exact expectation names: -1 for a stream that must not exist. */
const exactly = (expected: Revision | 'noStream'): number => (expected === 'noStream' ? -1 : expected)

/** Idempotence under `any` and `streamExists`: by the ids alone. */
const checkByIds = (view: StreamView, ids: ReadonlyArray<EventId>): Verdict => {
  let last = view.head
  for (const [index, id] of ids.entries()) {
    const revision = view.revisionOf(id)
    if (revision === undefined) return index === 0 ? { kind: 'Write', from: view.head + 1 } : CONFLICT
    last = revision
  }
  return { kind: 'AlreadyWritten', revision: last }
}

/** Idempotence under an exact revision: by ids and their revisions; at the head of the stream even known ids are written again. */
const checkByRevision = (view: StreamView, expected: number, ids: ReadonlyArray<EventId>): Verdict => {
  if (expected > view.head) return CONFLICT
  if (expected === view.head) {
    return ids.length === 0 ? { kind: 'AlreadyWritten', revision: view.head } : { kind: 'Write', from: expected + 1 }
  }
  if (ids.length === 0 || expected + ids.length > view.head) return CONFLICT
  for (const [index, id] of ids.entries()) if (!view.hasEventAt(expected + 1 + index, id)) return CONFLICT
  return { kind: 'AlreadyWritten', revision: expected + ids.length }
}

/**
 * The optimistic concurrency check: whether an append may be written to a stream in this state, was written before, or conflicts.
 * It is the table of expected revisions of EventStoreDB, for a store without deletion.
 *
 * @example
 * const empty = { head: -1, hasEventAt: () => false, revisionOf: () => undefined }
 * assert.deepEqual(checkExpectedRevision(empty, 'noStream', ['one']), { kind: 'Write', from: 0 })
 */
export const checkExpectedRevision = (view: StreamView, expected: Expected, ids: ReadonlyArray<EventId>): Verdict => {
  if (expected === 'streamExists' && view.head < 0) return CONFLICT
  return expected === 'any' || expected === 'streamExists'
    ? checkByIds(view, ids)
    : checkByRevision(view, exactly(expected), ids)
}
