import * as E from 'fp-ts/lib/Either.js'
import type { NewEvent, Revision, StreamName } from '../kernel/envelope.js'
import { conflict, type Rejection } from '../kernel/rejection.js'
import type { AppendOutcome, EventStore } from '../ports/event-store.js'
import type { Pause } from './periodic.js'

/** How often something is tried, and how long to wait between attempts. */
export interface RetryPolicy {
  readonly attempts: number
  /** Milliseconds after the n-th attempt, counted from 1. */
  readonly pauseAfter: (attempt: number) => number
}

/** Pauses that double each time, from `first` milliseconds up to `longest`. */
const doubling =
  (first: number, longest = Number.POSITIVE_INFINITY) =>
  (attempt: number): number =>
    Math.min(first * 2 ** (attempt - 1), longest)

/** Attempts without a pause, before contention is met with pauses. */
const AT_ONCE = 3

/** For several commands on one stream: 1.1 seconds in all. */
export const CONTENDED_STREAM: RetryPolicy = {
  attempts: 16,
  pauseAfter: (attempt) => (attempt > AT_ONCE ? doubling(1, 128)(attempt) : 0),
}

/** For several servers that take numbers of one counter: 1 second in all. */
export const CONTENDED_COUNTER: RetryPolicy = {
  attempts: 64,
  pauseAfter: (attempt) => (attempt > AT_ONCE ? Math.min(attempt - 1, 20) : 0),
}

/** For a name that its holder has dropped and is about to release: 150 milliseconds in all. */
export const NAME_BEING_RELEASED: RetryPolicy = { attempts: 5, pauseAfter: doubling(10) }

/** For a name whose holder is being created, where the claim holds no other name: 2.5 seconds in all. */
export const HOLDER_BEING_CREATED: RetryPolicy = { attempts: 9, pauseAfter: doubling(10) }

/** For work that should survive a short outage of the store: 5 seconds in all. */
export const STORE_OUTAGE: RetryPolicy = { attempts: 8, pauseAfter: doubling(40) }

/** For an append whose outcome is unknown: 2.5 seconds in all. */
const UNKNOWN_OUTCOME: RetryPolicy = { attempts: 7, pauseAfter: doubling(40) }

/** For work that cannot begin before the store answers: until it does. */
export const UNTIL_ANSWERED: RetryPolicy = { attempts: Number.POSITIVE_INFINITY, pauseAfter: doubling(50, 1000) }

/** For reactions to events: until they are done. */
export const UNTIL_DONE: RetryPolicy = { attempts: Number.POSITIVE_INFINITY, pauseAfter: doubling(100, 30_000) }

/** Tries until there is a result; undefined where there was none. Attempts are counted from 1. */
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

/** Tries up to this many times without a pause: for work that succeeds as soon as it looks at the new state. */
export const retriedWithoutPause = <A>(
  attempts: number,
  attempt: (number: number) => Promise<A | undefined>,
): Promise<A | undefined> => retried({ attempts, pauseAfter: () => 0 }, () => Promise.resolve(), attempt)

/** Repeats work, up to this many times, while another writer comes first. Rejections: the work's own; the given one after the last attempt. */
export const retriedOnConflict = async <A>(
  attempts: number,
  work: () => Promise<E.Either<Rejection, A>>,
  contended: Rejection = conflict(),
): Promise<E.Either<Rejection, A>> => {
  const done = await retriedWithoutPause(attempts, async () => {
    const tried = await work()
    return E.isLeft(tried) && tried.left.kind === 'Conflict' ? undefined : tried
  })
  return done ?? E.left(contended)
}

/**
 * Appends with the same ids and the same expected revision until the outcome is known: the store writes the events once. Where the store
 * becomes unreachable the outcome of an earlier attempt stays unknown; `isOver` ends the attempts.
 */
export const appendUntilKnown = (
  store: Pick<EventStore, 'append'>,
  pause: Pause,
  stream: StreamName,
  events: ReadonlyArray<NewEvent>,
  expected: Revision | 'noStream',
  isOver: () => boolean = () => false,
): Promise<AppendOutcome> => {
  const append = (): Promise<AppendOutcome> => store.append(stream, events, expected)
  const first = append()
  // Nearly always the first outcome is known: then nothing is made for further attempts.
  return first.then((outcome) =>
    outcome.kind === 'OutcomeUnknown' && !isOver() ? knownAfter(first, append, pause, isOver) : outcome,
  )
}

const knownAfter = async (
  first: Promise<AppendOutcome>,
  append: () => Promise<AppendOutcome>,
  pause: Pause,
  isOver: () => boolean,
): Promise<AppendOutcome> => {
  let unknown: AppendOutcome | undefined
  const known = await retried(UNKNOWN_OUTCOME, pause, async (number) => {
    const outcome = await (number === 1 ? first : append())
    if (outcome.kind === 'OutcomeUnknown') unknown = outcome
    return outcome.kind === 'OutcomeUnknown' && !isOver() ? undefined : outcome
  })
  if (known === undefined) return unknown ?? { kind: 'OutcomeUnknown', reason: 'not tried' }
  return known.kind === 'Unavailable' && unknown !== undefined ? unknown : known
}
