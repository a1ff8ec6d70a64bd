import * as E from 'fp-ts/lib/Either.js'
import { type NewEvent, type Revision, type StoredEvent, type StreamName, streamName } from '../kernel/envelope.js'
import { type Rejection, unavailable } from '../kernel/rejection.js'
import { eventAt, lastEventOf } from '../ports/event-look-up.js'
import type { EventStore } from '../ports/event-store.js'
import type { Pause } from './periodic.js'
import { appendUntilKnown, CONTENDED_COUNTER, retried } from './retry.js'

/**
 * The last number that an event of a counter gives. Events of type `NumberTaken`, which versions up to 0.1 wrote, give it by their revision.
 *
 * @example
 * assert.equal(lastNumberOf({ type: 'NumbersTaken', data: { last: 12 }, revision: 3 }), 12)
 */
export const lastNumberOf = ({ type, data, revision }: StoredEvent): number =>
  type === 'NumbersTaken' ? (data as { readonly last: number }).last : revision + 1

/** What choosing a number needs. */
export interface ChosenNumbers {
  readonly store: EventStore
  readonly pause: Pause
  /** The event by which a counter records its last number; `after`: the number before it, where numbers in between are skipped. */
  readonly taken: (last: number, after?: number) => NewEvent
}

/** The event that brought a counter to this number or past it. The numbers ascend, so it is found by binary search. */
const eventThatReached = async (
  store: EventStore,
  stream: StreamName,
  number: number,
  head: StoredEvent,
): Promise<E.Either<Rejection, StoredEvent>> => {
  let found = head
  let low = 0
  while (low < found.revision) {
    const middle = Math.floor((low + found.revision - 1) / 2)
    const event = await eventAt(store, stream, middle as Revision)
    if (E.isLeft(event)) return event
    if (event.right !== undefined && lastNumberOf(event.right) >= number) found = event.right
    else low = middle + 1
  }
  return E.right(found)
}

/** Whether the counter skipped this number when a higher one was chosen. */
const leavesOut = (event: StoredEvent, number: number): boolean => {
  const { after } = event.data as { readonly after?: number }
  return after !== undefined && after < number && number < lastNumberOf(event)
}

/** Takes exactly this number of a counter, which continues after the highest one. False where the number was taken before. Rejections: `Unavailable`. */
export const chooseNumber = async (
  { store, pause, taken }: ChosenNumbers,
  counter: string,
  number: number,
): Promise<E.Either<Rejection, boolean>> => {
  const stream = streamName('counter', counter)
  const appended = async (
    place: StreamName,
    event: NewEvent,
    expected: Revision | 'noStream',
  ): Promise<E.Either<Rejection, boolean>> => {
    const outcome = await appendUntilKnown(store, pause, place, [event], expected)
    if (outcome.kind === 'Conflict') return E.right(false)
    const isStored = outcome.kind === 'Appended' || outcome.kind === 'AlreadyAppended'
    return isStored ? E.right(true) : E.left(unavailable(`no number of ${counter}: ${outcome.kind}`))
  }

  /** Skipped numbers are taken one by one, each in a stream of its own. */
  const takeLeftOut = async (head: StoredEvent): Promise<E.Either<Rejection, boolean>> => {
    const event = await eventThatReached(store, stream, number, head)
    if (E.isLeft(event)) return event
    if (!leavesOut(event.right, number)) return E.right(false)
    return appended(streamName('counter', `${counter}-at-${number}`), taken(number), 'noStream')
  }

  const chosen = await retried(
    CONTENDED_COUNTER,
    pause,
    async (): Promise<E.Either<Rejection, boolean> | undefined> => {
      const head = await lastEventOf(store, stream)
      if (E.isLeft(head)) return head
      const last = head.right === undefined ? 0 : lastNumberOf(head.right)
      if (head.right !== undefined && number <= last) return takeLeftOut(head.right)
      const moved = await appended(stream, taken(number, last), head.right?.revision ?? 'noStream')
      // Another writer was faster: look again.
      return E.isRight(moved) && !moved.right ? undefined : moved
    },
  )
  return chosen ?? E.left(unavailable('the counter stays contended'))
}
