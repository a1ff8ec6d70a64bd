import * as E from 'fp-ts/lib/Either.js'
import type { NewEvent, Revision, StoredEvent, StreamName } from '../kernel/envelope.js'
import { streamName, systemActor } from '../kernel/envelope.js'
import type { Rejection } from '../kernel/rejection.js'
import { unavailable } from '../kernel/rejection.js'
import type { Clock, Ids } from '../ports/clock-and-ids.js'
import { lastEventOf } from '../ports/event-look-up.js'
import type { EventStore } from '../ports/event-store.js'
import { BatchingQueue } from './batching-queue.js'
import { chooseNumber, lastNumberOf } from './chosen-number.js'
import { eventIdOf } from './command-context.js'
import { RecencyCache } from './recency-cache.js'
import { appendUntilKnown, CONTENDED_COUNTER, retried } from './retry.js'

/** Allocates 1, 2, 3, … for each counter, never the same number twice, on any store and from any number of processes. */
export interface Numbers {
  /** The next number. A crash between taking and using it wastes it. Rejections: `Unavailable`. */
  readonly next: (counter: string) => Promise<E.Either<Rejection, number>>
  /** Takes exactly this number; the counter continues after the highest one. False where it was taken before. Rejections: `Unavailable`. */
  readonly choose: (counter: string, number: number) => Promise<E.Either<Rejection, boolean>>
}

/** A number that is being allocated. */
export interface AllocatedNumber {
  /** What it will be unless another server takes a number meanwhile; undefined where nothing is known of the counter. */
  readonly likely: number | undefined
  /** Rejections: `Unavailable`. */
  readonly number: Promise<E.Either<Rejection, number>>
}

/** Where numbers come from. */
export interface NumberSource extends Numbers {
  /** As `next`, and returns at once the number that it will probably be. */
  readonly draw: (counter: string) => AllocatedNumber
}

/**
 * Requests a number while other work runs; an unexpected failure shows where it is awaited.
 *
 * @example
 * const numbers = { next: async () => ({ _tag: 'Right', right: 7 }) }
 * assert.equal((await prefetchNumber({ numbers }, 'issue')).right, 7)
 */
export const prefetchNumber = (
  forge: { readonly numbers: Numbers },
  counter: string,
): Promise<E.Either<Rejection, number>> => {
  const number = forge.numbers.next(counter)
  number.catch(() => undefined)
  return number
}

const MAX_BLOCK_SIZE = 256
const REMEMBERED_HEADS = 10_000

/** The last revision of a counter's stream, and the last number it has given. */
interface Head {
  readonly revision: Revision
  readonly last: number
}

/**
 * A counter is a stream whose last event holds the last number. Requests that wait at the same time are served by one event.
 *
 * @example
 * import { pause, systemClock } from '@forgefold/adapters/clock'
 * import { makeIds } from '@forgefold/adapters/crypto'
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * const numbers = makeNumbers(makeMemoryEventStore(), systemClock, makeIds(), pause)
 * assert.equal((await numbers.next('issue')).right, 1)
 */
export const makeNumbers = (
  store: EventStore,
  clock: Clock,
  ids: Ids,
  pause: (milliseconds: number) => Promise<void>,
): NumberSource => {
  const heads = new RecencyCache<StreamName, Head>(REMEMBERED_HEADS)

  const taken = (last: number, after?: number): NewEvent => {
    const id = ids.commandId()
    return {
      id: eventIdOf(id, 0),
      type: 'NumbersTaken',
      version: 1,
      data: after === undefined ? { last } : { last, after },
      metadata: { at: clock.now(), actor: systemActor('numbers'), correlationId: id },
    }
  }

  const headOf = async (stream: StreamName): Promise<E.Either<Rejection, Head | undefined>> => {
    const read = await lastEventOf(store, stream)
    return E.map((event: StoredEvent | undefined) => event && { revision: event.revision, last: lastNumberOf(event) })(
      read,
    )
  }

  /** The first of a number of consecutive numbers. */
  const take = async (stream: StreamName, count: number): Promise<E.Either<Rejection, number>> => {
    // A counter of which nothing is known counts as new; where it is not, the store refuses the append.
    let head = heads.get(stream)
    const first = await retried(
      CONTENDED_COUNTER,
      pause,
      async (): Promise<E.Either<Rejection, number> | undefined> => {
        const last = (head?.last ?? 0) + count
        // A new event id each time: numbers that an earlier attempt may still write are wasted, not used twice.
        const outcome = await appendUntilKnown(store, pause, stream, [taken(last)], head?.revision ?? 'noStream')
        switch (outcome.kind) {
          case 'Appended':
          case 'AlreadyAppended':
            heads.set(stream, { revision: outcome.revision, last })
            return E.right(last - count + 1)
          case 'Conflict': {
            const found = await headOf(stream)
            if (E.isLeft(found)) return found
            head = found.right
            return undefined
          }
          case 'TooLarge':
            return E.left(unavailable('too many numbers at once'))
          case 'OutcomeUnknown':
          case 'Unavailable':
            heads.delete(stream)
            return E.left(unavailable(outcome.reason))
        }
      },
    )
    if (first !== undefined) return first
    heads.delete(stream)
    return E.left(unavailable('the counter stays contended'))
  }

  const queue = new BatchingQueue<StreamName, undefined, E.Either<Rejection, number>>(async (stream, requests) => {
    const first = await take(stream, requests.length)
    return requests.map((_, index) => (E.isLeft(first) ? first : E.right(first.right + index)))
  }, MAX_BLOCK_SIZE)

  const draw: NumberSource['draw'] = (counter) => {
    const stream = streamName('counter', counter)
    const head = heads.get(stream)
    const likely = head === undefined ? undefined : head.last + 1 + queue.pending(stream)
    return { likely, number: queue.run(stream, undefined) }
  }

  const choose: Numbers['choose'] = (counter, number) => chooseNumber({ store, pause, taken }, counter, number)

  return { draw, choose, next: (counter) => draw(counter).number }
}
