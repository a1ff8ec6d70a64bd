import type { EventId, Revision } from '@forgefold/core/kernel'
import type { Expected } from '@forgefold/core/ports'

/** What evaluating an append reads of its stream, each only where it is needed. */
export interface StreamView {
  /** The last revision; -1 where there is no stream. */
  readonly head: number
  /** Whether the event at this revision has this id. */
  readonly stands: (revision: number, id: EventId) => boolean
  /** The last revision of an event with this id in the stream. */
  readonly revisionOf: (id: EventId) => number | undefined
}

/** The outcome of an append under the table of expected revisions. */
export type Verdict =
  /** Write, beginning at revision `from`. */
  | { readonly kind: 'Write'; readonly from: number }
  /** Already written, up to `revision`; -1 for an empty append to a stream that does not exist. */
  | { readonly kind: 'Stands'; readonly revision: number }
  | { readonly kind: 'Conflict' }

const CONFLICT: Verdict = { kind: 'Conflict' }

/** The revision that an exact expectation names: -1 for a stream that is to be new. */
const exactly = (expected: Revision | 'noStream'): number => (expected === 'noStream' ? -1 : expected)

/** Idempotence under `any` and `streamExists`: by the ids alone. */
const judgeByIds = (view: StreamView, ids: ReadonlyArray<EventId>): Verdict => {
  let last = view.head
  for (const [index, id] of ids.entries()) {
    const revision = view.revisionOf(id)
    if (revision === undefined) return index === 0 ? { kind: 'Write', from: view.head + 1 } : CONFLICT
    last = revision
  }
  return { kind: 'Stands', revision: last }
}

/** Idempotence under an exact revision: by ids and their place; at the head of the stream even known ids are written again. */
const judgeByPlace = (view: StreamView, expected: number, ids: ReadonlyArray<EventId>): Verdict => {
  if (expected > view.head) return CONFLICT
  if (expected === view.head) {
    return ids.length === 0 ? { kind: 'Stands', revision: view.head } : { kind: 'Write', from: expected + 1 }
  }
  if (ids.length === 0 || expected + ids.length > view.head) return CONFLICT
  for (const [index, id] of ids.entries()) if (!view.stands(expected + 1 + index, id)) return CONFLICT
  return { kind: 'Stands', revision: expected + ids.length }
}

/**
 * The expectation table of EventStoreDB, for a store without deletion.
 *
 * @example
 * const empty = { head: -1, stands: () => false, revisionOf: () => undefined }
 * assert.deepEqual(evaluate(empty, 'noStream', ['one']), { kind: 'Write', from: 0 })
 */
export const evaluate = (view: StreamView, expected: Expected, ids: ReadonlyArray<EventId>): Verdict => {
  if (expected === 'streamExists' && view.head < 0) return CONFLICT
  return expected === 'any' || expected === 'streamExists'
    ? judgeByIds(view, ids)
    : judgeByPlace(view, exactly(expected), ids)
}
