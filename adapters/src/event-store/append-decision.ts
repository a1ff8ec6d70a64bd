import type { NewEvent, Revision, StoredEvent } from '@forgefold/core/kernel'
import { type AppendOutcome, type Expected, MAX_APPEND_BYTES } from '@forgefold/core/ports'
import { type EncodedEvent, encodeEvents, exceedsAppendLimit } from './encoded-event.js'
import { checkExpectedRevision, type StreamView } from './expected-revision.js'

/** The decision on an append: write these events from revision `from` on, or answer without writing. */
export type AppendDecision =
  | { readonly kind: 'Write'; readonly from: number; readonly encoded: ReadonlyArray<EncodedEvent> }
  | Extract<AppendOutcome, { readonly kind: 'AlreadyAppended' | 'Conflict' | 'TooLarge' }>

const viewOf = (events: ReadonlyArray<StoredEvent>): StreamView => ({
  head: events.length - 1,
  hasEventAt: (revision, id) => events[revision]?.id === id,
  revisionOf: (id) => events.findLast((event) => event.id === id)?.revision,
})

/**
 * Decides an append to a stream whose events are all in memory: the encoding, the size limit and the check of the expected revision in one.
 *
 * Throws on events that no store can hold, as `encodeEvents`.
 *
 * @example
 * assert.deepEqual(decideAppend([], [], 'streamExists'), { kind: 'Conflict', head: undefined })
 */
export const decideAppend = (
  stream: ReadonlyArray<StoredEvent>,
  given: ReadonlyArray<NewEvent>,
  expected: Expected,
): AppendDecision => {
  const encoded = encodeEvents(given)
  if (exceedsAppendLimit(encoded)) return { kind: 'TooLarge', limit: MAX_APPEND_BYTES }
  const ids = encoded.map(({ id }) => id)
  const verdict = checkExpectedRevision(viewOf(stream), expected, ids)
  switch (verdict.kind) {
    case 'Conflict':
      return { kind: 'Conflict', head: stream.at(-1)?.revision }
    case 'AlreadyWritten': {
      const revision = verdict.revision as Revision
      return { kind: 'AlreadyAppended', revision, position: stream[revision]?.position }
    }
    case 'Write':
      return { ...verdict, encoded }
  }
}
