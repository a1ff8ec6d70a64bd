import { checkExpectedRevision, type StreamView, type Verdict } from '@forgefold/adapters/event-store'
import type { EventId } from '@forgefold/core/kernel'
import type { Expected } from '@forgefold/core/ports'
import type { ExpectedRevision } from './record.js'

/** The state of a stream; the metadata stream alone makes a stream exist for `streamExists`. */
export type StreamState = 'missing' | 'onlyMetadata' | 'live' | 'softDeleted' | 'tombstoned'

/** The expectation table with deletion: what the embedded stores share, and what only EventStoreDB knows. */
export const checkAppend = (
  state: StreamState,
  view: StreamView,
  expected: ExpectedRevision,
  ids: ReadonlyArray<string>,
): Verdict | { readonly kind: 'Deleted' } => {
  const eventIds = ids as ReadonlyArray<EventId>
  if (state === 'tombstoned' || (state === 'softDeleted' && expected === 'streamExists')) return { kind: 'Deleted' }
  if (state === 'onlyMetadata' && expected === 'streamExists') return checkExpectedRevision(view, 'any', eventIds)
  const verdict = checkExpectedRevision(view, expected as Expected, eventIds)
  if (state !== 'softDeleted' || expected !== 'noStream' || verdict.kind !== 'Conflict') return verdict
  // A soft-deleted stream may be begun again, unless what is proposed is an old beginning with another end.
  const [first] = eventIds
  if (first !== undefined && view.hasEventAt(0, first)) return verdict
  return { kind: 'Write', from: view.head + 1 }
}

/** The table for deletions, which have no events and so no idempotency; metadata alone is enough of a stream to be deleted. */
export const checkDelete = (
  state: StreamState,
  head: number,
  expected: ExpectedRevision,
  hard: boolean,
): 'Delete' | 'Conflict' | 'Deleted' => {
  if (state === 'tombstoned') return 'Deleted'
  switch (expected) {
    case 'any':
      return state === 'missing' && !hard ? 'Conflict' : 'Delete'
    case 'streamExists':
      if (state === 'softDeleted') return 'Deleted'
      return state === 'missing' ? 'Conflict' : 'Delete'
    case 'noStream':
      if (state === 'missing') return hard ? 'Delete' : 'Conflict'
      return state === 'live' ? 'Conflict' : 'Delete'
    default:
      return expected === head ? 'Delete' : 'Conflict'
  }
}
