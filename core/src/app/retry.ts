import type { NewEvent, Revision, StreamName } from '../kernel/envelope.js'
import type { AppendOutcome, EventStore } from '../ports/event-store.js'
import type { Pause } from './periodic.js'

/** How often something is tried, and how long is waited before it is tried again. */
export interface RetryPolicy {
  readonly attempts: number
  /** Milliseconds after the n-th attempt, counted from 1. */
  readonly pauseAfter: (attempt: number) => number
}

/** For what several write at once: at first without a pause, then each pause twice the one before, up to 128 ms. */
export const contention = (attempts: number): RetryPolicy => ({
  attempts,
  pauseAfter: (attempt) => (attempt > 3 ? 2 ** Math.min(attempt - 1, 7) : 0),
})

/** For work that outlasts a store which is away for a moment: 5 seconds in all. */
export const STORE_AWAY: RetryPolicy = { attempts: 8, pauseAfter: (attempt) => 20 * 2 ** attempt }

/** For an append whose outcome is unknown: 2.5 seconds in all. */
const UNKNOWN_OUTCOME: RetryPolicy = { attempts: 7, pauseAfter: (attempt) => 20 * 2 ** attempt }

/** Tries until there is an answer; undefined where none came. */
export const retried = async <A>(
  { attempts, pauseAfter }: RetryPolicy,
  pause: Pause,
  attempt: (number: number) => Promise<A | undefined>,
): Promise<A | undefined> => {
  for (let number = 1; number <= attempts; number++) {
    const answer = await attempt(number)
    if (answer !== undefined) return answer
    const wait = number < attempts ? pauseAfter(number) : 0
    if (wait > 0) await pause(wait)
  }
  return undefined
}

/**
 * Appends with the same ids and the same expectation until the outcome is known: the store writes them once. A store that cannot be
 * reached any more leaves the outcome of an earlier try unknown; `isOver` ends the tries.
 */
export const appendUntilKnown = async (
  store: Pick<EventStore, 'append'>,
  pause: Pause,
  stream: StreamName,
  events: ReadonlyArray<NewEvent>,
  expected: Revision | 'noStream',
  isOver: () => boolean = () => false,
): Promise<AppendOutcome> => {
  let unknown: AppendOutcome | undefined
  const known = await retried(UNKNOWN_OUTCOME, pause, async () => {
    const outcome = await store.append(stream, events, expected)
    if (outcome.kind === 'OutcomeUnknown') unknown = outcome
    return outcome.kind === 'OutcomeUnknown' && !isOver() ? undefined : outcome
  })
  if (known === undefined) return unknown ?? { kind: 'OutcomeUnknown', reason: 'not tried' }
  return known.kind === 'Unavailable' && unknown !== undefined ? unknown : known
}
