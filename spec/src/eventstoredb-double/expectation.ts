import { evaluate, type StreamView, type Verdict } from '@forgefold/adapters/event-store'
import type { EventId } from '@forgefold/core/kernel'
import type { Expected } from '@forgefold/core/ports'
import type { ExpectedRevision } from './record.js'

/** How a stream stands; the metadata stream alone makes a stream exist for `streamExists`. */
export type StreamState = 'missing' | 'onlyMetadata' | 'live' | 'softDeleted' | 'tombstoned'

/** The expectation table with deletion: what the embedded stores share, and what only EventStoreDB knows. */
export const judgeAppend = (
  state: StreamState,
  view: StreamView,
  expected: ExpectedRevision,
  ids: ReadonlyArray<string>,
): Verdict | { readonly kind: 'Deleted' } => {
  const eventIds = ids as ReadonlyArray<EventId>
  if (state === 'tombstoned' || (state === 'softDeleted' && expected === 'streamExists')) return { kind: 'Deleted' }
  if (state === 'onlyMetadata' && expected === 'streamExists') return evaluate(view, 'any', eventIds)
  const verdict = evaluate(view, expected as Expected, eventIds)
  if (state !== 'softDeleted' || expected !== 'noStream' || verdict.kind !== 'Conflict') return verdict
  // A soft-deleted stream may be begun again, unless what is proposed is an old beginning with another end.
  const [first] = eventIds
  if (first !== undefined && view.stands(0, first)) return verdict
  return { kind: 'Write', from: view.head + 1 }
}

/** The table for deletions, which have no events and so no idempotency; metadata alone is enough of a stream to be deleted. */
export const judgeDelete = (
  state: StreamState,
  head: number,
  expected: ExpectedRevision,
  lasting: boolean,
): 'Delete' | 'Conflict' | 'Deleted' => {
  if (state === 'tombstoned') return 'Deleted'
  switch (expected) {
    case 'any':
      return state === 'missing' && !lasting ? 'Conflict' : 'Delete'
    case 'streamExists':
      if (state === 'softDeleted') return 'Deleted'
      return state === 'missing' ? 'Conflict' : 'Delete'
    case 'noStream':
      if (state === 'missing') return lasting ? 'Delete' : 'Conflict'
      return state === 'live' ? 'Conflict' : 'Delete'
    default:
      return expected === head ? 'Delete' : 'Conflict'
  }
}
