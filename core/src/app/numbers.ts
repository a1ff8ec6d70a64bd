import * as E from 'fp-ts/lib/Either.js'
import type { NewEvent, Revision, StreamName } from '../kernel/envelope.js'
import { streamName, systemActor } from '../kernel/envelope.js'
import type { Rejection } from '../kernel/rejection.js'
import { unavailable } from '../kernel/rejection.js'
import type { EventStore } from '../ports/event-store.js'
import type { Clock, Ids } from '../ports/world.js'
import { eventIdOf } from './command-context.js'
import { RecencyCache } from './recency-cache.js'
import { appendUntilKnown, CONTENDED_COUNTER, retried } from './retry.js'

/** Gives out 1, 2, 3, … for each counter, never the same twice, on any store and from any number of processes. */
export interface Numbers {
  /** A crash between taking and using a number wastes it. Rejections: `Unavailable`. */
  readonly next: (counter: string) => Promise<E.Either<Rejection, number>>
}

/** A number on its way from its counter. */
export interface DrawnNumber {
  /** What it will be unless another server takes from the counter meanwhile; undefined where nothing is known of the counter. */
  readonly likely: number | undefined
  /** Rejections: `Unavailable`. */
  readonly number: Promise<E.Either<Rejection, number>>
}

/** Where numbers come from. */
export interface NumberSource extends Numbers {
  /** As `next`, and tells at once which number will likely come of it. */
  readonly draw: (counter: string) => DrawnNumber
}

/** Asks for a number that is needed once other work is done; a defect on the way shows where it is awaited. */
export const numberAhead = (
  forge: { readonly numbers: Numbers },
  counter: string,
): Promise<E.Either<Rejection, number>> => {
  const number = forge.numbers.next(counter)
  number.catch(() => undefined)
  return number
}

interface Waiter {
  readonly resolve: (number: E.Either<Rejection, number>) => void
  readonly reject: (defect: unknown) => void
}

/** Those who wait for numbers of one counter: who comes next, and how many are being served. */
interface Line {
  readonly queue: Array<Waiter>
  served: number
}

const MOST_AT_ONCE = 256
const REMEMBERED_HEADS = 10_000

/** A counter is a stream whose next revision gives the number: revision + 1. Those who wait together are served by one append. */
export const makeNumbers = (
  store: EventStore,
  clock: Clock,
  ids: Ids,
  pause: (milliseconds: number) => Promise<void>,
): NumberSource => {
  const heads = new RecencyCache<StreamName, Revision>(REMEMBERED_HEADS)
  const lines = new Map<StreamName, Line>()

  const events = (count: number): ReadonlyArray<NewEvent> => {
    const id = ids.commandId()
    const metadata = { at: clock.now(), actor: systemActor('numbers'), correlationId: id }
    return Array.from({ length: count }, (_, index) => ({
      id: eventIdOf(id, index),
      type: 'NumberTaken',
      version: 1,
      data: {},
      metadata,
    }))
  }

  const take = async (stream: StreamName, count: number): Promise<E.Either<Rejection, number>> => {
    // A counter of which nothing is known is taken for new: where it is not, the refusal tells its head.
    let head = heads.get(stream)
    const taken = await retried(
      CONTENDED_COUNTER,
      pause,
      async (): Promise<E.Either<Rejection, number> | undefined> => {
        // New ids each time: what an earlier try may still write is wasted, not shared.
        const outcome = await appendUntilKnown(store, pause, stream, events(count), head ?? 'noStream')
        switch (outcome.kind) {
          case 'Appended':
          case 'AlreadyAppended':
            heads.set(stream, outcome.revision)
            return E.right(outcome.revision - count + 2)
          case 'Conflict':
            head = outcome.head
            return undefined
          case 'TooLarge':
            return E.left(unavailable('too many numbers at once'))
          case 'OutcomeUnknown':
          case 'Unavailable':
            heads.delete(stream)
            return E.left(unavailable(outcome.reason))
        }
      },
    )
    if (taken !== undefined) return taken
    heads.delete(stream)
    return E.left(unavailable('the counter stays contended'))
  }

  const serveTogether = async (stream: StreamName, line: Line): Promise<void> => {
    const served = line.queue.splice(0, MOST_AT_ONCE)
    line.served = served.length
    try {
      const first = await take(stream, served.length)
      // From here on the counter's head speaks for them.
      line.served = 0
      for (const [index, { resolve }] of served.entries())
        resolve(E.isLeft(first) ? first : E.right(first.right + index))
    } catch (defect) {
      for (const { reject } of served) reject(defect)
    }
  }

  const serve = async (stream: StreamName, line: Line): Promise<void> => {
    // Others of the same turn of the loop join before the first append goes out.
    await Promise.resolve()
    while (line.queue.length > 0) await serveTogether(stream, line)
    lines.delete(stream)
  }

  const wait = (stream: StreamName, waiter: Waiter): void => {
    const line = lines.get(stream)
    if (line !== undefined) {
      line.queue.push(waiter)
      return
    }
    const started = { queue: [waiter], served: 0 }
    lines.set(stream, started)
    void serve(stream, started)
  }

  const likelyNext = (stream: StreamName): number | undefined => {
    const head = heads.get(stream)
    if (head === undefined) return undefined
    const line = lines.get(stream)
    return head + 2 + (line === undefined ? 0 : line.served + line.queue.length)
  }

  const draw: NumberSource['draw'] = (counter) => {
    const stream = streamName('counter', counter)
    const likely = likelyNext(stream)
    return { likely, number: new Promise((resolve, reject) => wait(stream, { resolve, reject })) }
  }

  return { draw, next: (counter) => draw(counter).number }
}
